"""The world around the rules: people, chats, clocks, pages."""
