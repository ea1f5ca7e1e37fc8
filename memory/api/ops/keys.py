"""Keys: whose there are and what for; making, rotating and revoking them."""

from datetime import datetime, timedelta
from typing import Any, cast

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError as Unfit
from django.db.models import Q, QuerySet
from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from memory.admin import operations
from memory.api import times
from memory.api.ops.base import Filter, OneRow, OpsView, Paging, RowList, order_by
from memory.api.ops.fields import Strict, Text
from memory.api.rest.fields import Flag, Integer, Moment
from memory.api.rest.views import checked
from memory.api_keys import LONGEST_LABEL, ApiKey, require_no_more_rights, user_for_key
from memory.grants import ACTIONS, NAMES, Grant, limited

MOST_NAMES = 100  # of a sort, in one key
LONGEST_OVERLAP = 30 * 24 * 3600  # seconds


def usable() -> Q:
    return Q(revoked=False) & (Q(expiry_date=None) | Q(expiry_date__gte=timezone.now()))


class KeyFilter(Filter):
    lookups = {
        "user": "user__username",
        "usable": lambda yes: usable() if yes else ~usable(),
        "used_before": lambda at: Q(last_used_at__lt=at) | Q(last_used_at=None),
    }
    searched = ("prefix", "name", "user__username")

    user = Text(required=False, help_text="Of this user.")
    usable = Flag(required=False, help_text="Whether they are neither revoked nor over.")
    used_before = Moment(required=False, help_text="Not used since this time.")


class KeyQuery(KeyFilter, Paging):
    order = order_by("-created", "last_used_at", "expiry_date", "prefix")


def _names(help_text: str, longest: int = 256) -> serializers.ListField:
    return serializers.ListField(
        child=Text(longest=longest), required=False, default=list, max_length=MOST_NAMES, help_text=help_text
    )


class Limits(Strict):
    """What a key is for. Without apps and projects, all of them; without users, agents and groups, everybody."""

    actions = serializers.ListField(
        child=serializers.ChoiceField(ACTIONS),
        required=False,
        default=list,
        help_text="What it may; without them everything, or with other limits all but `admin`.",
    )
    apps = _names("Only in these apps.", 128)
    projects = _names("Only in these projects.", 128)
    users = _names("Only the memory of these users: ids, or their beginnings with a `*` behind.")
    agents = _names("Of these agents.")
    groups = _names("Of these groups.")


class NewKey(Limits):
    user = Text(longest=150, help_text="Whose key it is; made, where there is no such user.")
    label = Text(  # type: ignore[assignment]  # the framework takes fields out of the class
        required=False, default="operators' API", longest=LONGEST_LABEL, help_text="What it is for."
    )
    expires_at = Moment(required=False, allow_null=True, default=None, help_text="When it ends by itself.")


class Rotation(Strict):
    id = Integer(help_text="The row of the old key.")
    overlap_seconds = Integer(
        required=False, default=24 * 3600, max_value=LONGEST_OVERLAP, help_text="How long both are good."
    )
    expires_at = Moment(
        required=False, allow_null=True, default=None, help_text="When the new one ends; null: after as long."
    )


class Revocation(Strict):
    ids = serializers.ListField(child=Integer(), min_length=1, max_length=1_000, help_text="These keys.")


class Key(serializers.Serializer[ApiKey]):
    id = serializers.IntegerField(help_text="The row.")
    prefix = serializers.CharField(help_text="The beginning of the key; nobody can read the rest.")
    user = serializers.CharField(source="user.username", help_text="Whose it is.")
    label = serializers.CharField(source="name", help_text="What it is for.")  # type: ignore[assignment]
    limits = serializers.SerializerMethodField(help_text="Actions, apps, projects, users, agents and groups.")
    usable = serializers.BooleanField(help_text="Whether it is neither revoked nor over.")
    revoked = serializers.BooleanField(help_text="Whether somebody has ended it.")
    created_at = Moment(source="created", help_text="When it was made.")
    expires_at = Moment(source="expiry_date", allow_null=True, help_text="When it ends; null: never.")
    last_used_at = Moment(allow_null=True, help_text="To the minute; null: never.")

    def get_limits(self, key: ApiKey) -> dict[str, list[str]]:
        grant = key.grant
        named = {name: list(getattr(grant, name)) for name in NAMES}
        return {"actions": [action for action in ACTIONS if action in grant.actions], **named}


class Made(Key):
    key = serializers.SerializerMethodField(help_text="The key itself: this once.")

    def get_key(self, row: ApiKey) -> str:
        return str(self.context["key"])


class Revoked(serializers.Serializer[Any]):
    revoked = serializers.IntegerField(help_text="How many keys have ended.")


def all_keys() -> QuerySet[ApiKey]:
    return ApiKey.objects.select_related("user")


class Keys(RowList):
    """Keys, the latest first. None of them is shown."""

    permission, tag, operation = "memory.view_apikey", "keys", "keys"
    rows, query, item = all_keys, KeyQuery, Key


class OneKey(OneRow):
    """One of them."""

    permission, tag, operation = "memory.view_apikey", "keys", "key"
    rows, answer, noun = all_keys, Key, "key"


class Make(OpsView):
    """Makes a key. The answer has it, this once."""

    permission, tag, operation = "memory.add_apikey", "keys", "make_key"
    body, answer = NewKey, Made

    def post(self, request: Request) -> Response:
        asked = checked(NewKey, request.data)
        grant = _grant(asked)
        until = _in_future(asked["expires_at"])
        made, key = ApiKey.objects.make(_user(request.user, asked["user"]), asked["label"], grant, until)
        operations.log(request, [made], 1, operations.MADE)
        return Response(Made(made, context={"key": key}).data)


class Rotate(OpsView):
    """Makes a key with the same user and limits; the old one ends after the overlap. The answer has it, this once."""

    permission, tag, operation = "memory.add_apikey", "keys", "rotate_key"
    body, answer, names_a_row = Rotation, Made, True

    def post(self, request: Request) -> Response:
        asked = checked(Rotation, request.data)
        old = all_keys().filter(pk=asked["id"]).first()
        if old is None or not old.usable:
            raise NotFound(f"There is no usable key {asked['id']}")
        require_no_more_rights(cast("User", request.user), old.user)
        overlap = timedelta(seconds=asked["overlap_seconds"])
        made, key = ApiKey.objects.rotate(old, overlap, _in_future(asked["expires_at"]))
        operations.log(request, [old, made], 2, operations.ROTATED)
        return Response(Made(made, context={"key": key}).data)


class Revoke(OpsView):
    """Ends keys at once, and the signed tokens that came from them. That cannot be undone."""

    permission, tag, operation = "memory.change_apikey", "keys", "revoke_keys"
    body, answer = Revocation, Revoked

    def post(self, request: Request) -> Response:
        chosen = ApiKey.objects.filter(pk__in=checked(Revocation, request.data)["ids"], revoked=False)
        with operations.logged(request, chosen, operations.REVOKED):
            number = chosen.update(revoked=True)
        return Response({"revoked": number})


def _grant(asked: dict[str, Any]) -> Grant:
    """Raises ValidationError."""
    try:
        return limited(asked["actions"], **{name: asked[name] for name in NAMES})
    except ValueError as error:
        raise serializers.ValidationError(str(error)) from error


def _in_future(at: datetime | None) -> datetime | None:
    """Raises ValidationError."""
    if at is not None and at <= timezone.now():
        raise serializers.ValidationError({"expires_at": f"{times.render(at)} is over"})
    return at


def _user(caller: Any, name: str) -> User:
    """Raises ValidationError, Forbidden."""
    try:
        return user_for_key(caller, name)
    except Unfit as error:
        raise serializers.ValidationError({"user": " ".join(error.messages)}) from error
