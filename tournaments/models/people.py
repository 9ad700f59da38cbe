"""People, their clubs, and the accounts of those who log in."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.functions import Lower

from tournaments import folding


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


class FoldedName(models.CharField):  # type: ignore[type-arg]
    """The name in other columns, folded by ``folding.folded_name``, in the order of its bytes in every database.

    Written with each row that Django saves. NULL is unknown: the release before this one wrote the name.
    """

    def __init__(self, *, of: Iterable[str], **options: Any) -> None:
        self.of = tuple(of)
        super().__init__(**{**options, "max_length": folding.LONGEST, "null": True, "editable": False})

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        """Name the columns in migrations; the other options are always these."""
        name, path, arguments, options = super().deconstruct()
        fixed = ("max_length", "null", "editable")
        return name, path, arguments, {"of": self.of, **{key: options[key] for key in options if key not in fixed}}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """Fold the name of the row that is saved."""
        found = self.folded(model_instance)
        setattr(model_instance, self.attname, found)
        return found

    def folded(self, row: models.Model) -> str:
        """Return the folded form of the name that the row has now."""
        return folding.folded_name(*(getattr(row, name) for name in self.of))

    def db_parameters(self, connection: BaseDatabaseWrapper) -> dict[str, Any]:
        """Add the collation to the column; SQLite compares bytes by itself."""
        collation = "C" if connection.vendor == "postgresql" else None
        return {**super().db_parameters(connection), "collation": collation}


class Named(models.Model):
    """A row whose name is compared, searched and put in order by its folded form.

    A trigger empties the form when a release that does not know it changes the name.
    """

    folded: FoldedName

    class Meta:
        abstract = True

    def save(self, *, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        """Save the row, and with a name its folded form."""
        fields = None if update_fields is None else set(update_fields)
        field = self._meta.get_field("folded")
        is_named = fields is None or not fields.isdisjoint(field.of)  # type: ignore[union-attr]
        if fields is not None and is_named:
            fields.add("folded")
        is_new = self._state.adding
        super().save(update_fields=fields, **options)
        if is_named and not is_new:
            # A name that changed and folds as before: the trigger cannot tell who wrote it, and emptied the form.
            rows: models.Manager[Any] = type(self)._base_manager
            rows.filter(pk=self.pk, folded=None).update(folded=self.folded)


class Club(Named):
    """A card club; ``circle`` is the valley or league it belongs to, for keeping neighbours apart in a draw."""

    name = models.CharField(max_length=120)
    circle = models.CharField(max_length=120, blank=True)
    folded = FoldedName(of=["name"])

    class Meta:
        ordering = [models.F("folded").asc(nulls_last=True), "name"]
        indexes = [models.Index(fields=["folded"], name="club_by_folded_name")]
        constraints = [models.UniqueConstraint(Lower("name"), name="club_name_once")]

    def __str__(self) -> str:
        return self.name


class ClubLogo(models.Model):
    """The picture of a club: a PNG made here, in Base64. It has its own row, because lists read those of clubs."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="logo")
    png = models.TextField()

    def __str__(self) -> str:
        return str(self.club)


class Person(Named):
    """Somebody who plays, with or without an account; one person in many events."""

    given_name = models.CharField(max_length=60, blank=True)
    family_name = models.CharField(max_length=60)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="people")
    user = models.OneToOneField(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="person")
    # The person that this duplicate was merged into. The duplicate plays nowhere and stays, so that a merge can be
    # undone.
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="duplicates")
    anonymised_at = models.DateTimeField(null=True, blank=True)
    folded = FoldedName(of=["family_name", "given_name"])

    class Meta:
        ordering = [models.F("folded").asc(nulls_last=True), "family_name", "given_name"]
        indexes = [models.Index(fields=["folded"], name="person_by_folded_name")]

    def __str__(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()

    @property
    def key(self) -> tuple[str, str]:
        """The folded names: two people with one key have the same name."""
        return folding.key_of(self.family_name, self.given_name)
