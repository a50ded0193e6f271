"""`decision-inbox init`: the files of a set-up are written from three answers."""
