"""Source code and documents as data: their language, the units that are reviewed on their own, their outline."""
