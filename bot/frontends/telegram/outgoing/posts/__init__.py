"""What is sent to a chat: each kind of message knows how to post, edit and replace itself."""
