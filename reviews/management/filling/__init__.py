"""A database filled with sessions that look like a team's of some years: to try out how ELM behaves when it is full."""
