"""The way from the deal to the first lead: tributes, purchases, declarations, a revolter's try."""
