"""Pages of the tokens that programs come in with: those of a person, those of a club."""
