"""What every table has: opening, house rules, seats, places, dealing, votes, acting, and who answers where no person does."""
