"""Opening tables, taking and leaving seats, votes, house rules, the places where tables stand."""
