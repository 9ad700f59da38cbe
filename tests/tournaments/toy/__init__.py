"""A game for tests of online tables alone: the penalties of ``penalty``, played with cards."""
