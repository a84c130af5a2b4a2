"""The JSON that goes to the page and comes from it, with every text in the reader's language."""
