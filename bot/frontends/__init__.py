"""One folder a platform; none knows another."""
