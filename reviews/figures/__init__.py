"""What a team's work comes to in numbers: what waits, what was spent, and how it goes from week to week."""
