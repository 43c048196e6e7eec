"""One file per entry of this shelf; the folder is the list."""
