"""The pictures of the four packs, drawn by program and written once by ``script/decks``.

The running site never imports this package: it serves the sprites that lie in ``static/scopa/decks/``. To change
a curve, change it here and run the script (docs/decks.md).
"""
