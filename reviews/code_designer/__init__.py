"""Code Designer: the mode in which an angle review goes over a text again and again, and who switches it."""
