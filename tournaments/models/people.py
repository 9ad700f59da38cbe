"""People, their clubs, and the accounts of those who log in."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower


class UserManager(BaseUserManager["User"]):
    """Creates accounts; an e-mail address in other capitals is the same account."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email).strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser, PermissionsMixin):
    """An account: somebody who logs in by e-mail and password."""

    email = models.EmailField(unique=True)
    name = models.CharField(max_length=120)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    def __str__(self) -> str:
        return self.name or self.email

    def get_short_name(self) -> str:
        return self.name or self.email


class Club(models.Model):
    """A card club; ``circle`` is the valley or league it belongs to, for keeping neighbours apart in a draw."""

    name = models.CharField(max_length=120)
    circle = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(Lower("name"), name="club_name_once")]

    def __str__(self) -> str:
        return self.name


class ClubLogo(models.Model):
    """The picture of a club: a PNG made here, in Base64. It has its own row, because lists read those of clubs."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="logo")
    png = models.TextField()

    def __str__(self) -> str:
        return str(self.club)


class Person(models.Model):
    """Somebody who plays, with or without an account; one person in many events."""

    given_name = models.CharField(max_length=60, blank=True)
    family_name = models.CharField(max_length=60)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="people")
    user = models.OneToOneField(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="person")
    # The person that this duplicate was merged into. The duplicate plays nowhere and stays, so that a merge can be
    # undone.
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="duplicates")
    anonymised_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["family_name", "given_name"]
        indexes = [models.Index(Lower("family_name"), Lower("given_name"), name="person_by_name")]

    def __str__(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()
