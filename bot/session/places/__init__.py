"""The chats in which a table is shown: its home and its guest places, what is written there, and who came through which."""
