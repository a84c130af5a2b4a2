"""The affairs of whoever runs the place: what they ask for, and what people complain of to them."""
