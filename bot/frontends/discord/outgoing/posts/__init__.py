"""What is sent to a channel or a person: tables, hands, standings, single messages, and how they go again."""
