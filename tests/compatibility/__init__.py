"""What the versions before left behind still opens, shows and exports as it did: see README.md."""
