"""Passwords as the site keeps them, at a thousandth of the cost."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class QuickArgon2PasswordHasher(Argon2PasswordHasher):
    """The smallest work that Argon2 can be asked for; what is stored has the same form."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1
