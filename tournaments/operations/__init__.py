"""What can be done, each declared once: its input, the right that it needs, the service that does it, its words.

Pages and the API are made from these declarations: ``forms/declared.py`` makes the form of a page, and
``api/declared.py`` the body of an end point and its schema.
"""
