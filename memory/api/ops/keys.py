"""API keys: listing, making, rotating and revoking them."""

from datetime import datetime, timedelta
from typing import Any, cast

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from memory import times
from memory.admin import operations
from memory.api.ops.base import Filter, OneRow, OpsView, Paging, RowList, order_by, whether
from memory.api.ops.fields import Strict, Text
from memory.api.rest.authentication import credential
from memory.api.rest.fields import Flag, Integer, Moment
from memory.api.rest.views import checked
from memory.api_keys import LONGEST_LABEL, ApiKey, require_no_more_rights, usable, user_for_key
from memory.errors import Forbidden
from memory.grants import ACTIONS, NAMES, Grant, limited
from memory.scope import LONGEST_ID

MOST_NAMES = 100  # of each type of name, in one key
LONGEST_OVERLAP = 30 * 24 * 3600  # seconds


class KeyFilter(Filter):
    lookups = {
        "user": "user__username",
        "usable": whether(usable),
        "used_before": lambda at: Q(last_used_at__lt=at) | Q(last_used_at=None),
    }
    searched = ("prefix", "name", "user__username")

    user = Text(required=False, help_text="Keys of this user.")
    usable = Flag(required=False, help_text="Whether they are neither revoked nor expired.")
    used_before = Moment(required=False, help_text="Not used since this time.")


class KeyQuery(KeyFilter, Paging):
    order = order_by("-created", "last_used_at", "expiry_date", "prefix")


def _names(help_text: str, longest: int = LONGEST_ID) -> serializers.ListField:
    return serializers.ListField(
        child=Text(longest=longest), required=False, default=list, max_length=MOST_NAMES, help_text=help_text
    )


class Limits(Strict):
    """The limits of a key. An empty list of apps, projects, users, agents or groups allows all of them."""

    actions = serializers.ListField(
        child=serializers.ChoiceField(ACTIONS),
        required=False,
        default=list,
        min_length=1,  # whoever has computed that nothing is allowed must not get a key for everything
        help_text="The actions that it allows; by default all, or with other limits all but `admin`.",
    )
    apps = _names("Only these apps.", 128)
    projects = _names("Only these projects.", 128)
    users = _names("Only these users: ids, or prefixes of ids followed by `*`.")
    agents = _names("Only these agents.")
    groups = _names("Only these groups.")


class NewKey(Limits):
    user = Text(longest=150, help_text="The user of the key, who is created if there is no such user.")
    label = Text(  # type: ignore[assignment]  # the framework takes fields out of the class
        required=False, default="operators' API", longest=LONGEST_LABEL, help_text="What it is for."
    )
    expires_at = Moment(required=False, allow_null=True, default=None, help_text="When it expires.")


class Rotation(Strict):
    id = Integer(help_text="The id of the old key.")
    overlap_seconds = Integer(
        required=False,
        default=24 * 3600,
        max_value=LONGEST_OVERLAP,
        help_text="How long both keys are valid.",
    )
    expires_at = Moment(
        required=False,
        allow_null=True,
        default=None,
        help_text="When the new key expires; null: after the same time as the old one.",
    )


class Revocation(Strict):
    ids = serializers.ListField(child=Integer(), min_length=1, max_length=1_000, help_text="These keys.")


class Key(serializers.Serializer[ApiKey]):
    id = serializers.IntegerField(help_text="The id of the row.")
    prefix = serializers.CharField(help_text="The beginning of the key; the rest is not stored.")
    user = serializers.CharField(source="user.username", help_text="The user of the key.")
    label = serializers.CharField(source="name", help_text="What it is for.")  # type: ignore[assignment]
    limits = serializers.SerializerMethodField(help_text="Actions, apps, projects, users, agents and groups.")
    usable = serializers.BooleanField(help_text="Whether it is neither revoked nor expired.")
    revoked = serializers.BooleanField(help_text="Whether it was revoked.")
    created_at = Moment(source="created", help_text="When it was made.")
    expires_at = Moment(source="expiry_date", allow_null=True, help_text="When it expires; null: never.")
    last_used_at = Moment(allow_null=True, help_text="When it was last used, to the minute; null: never.")

    def get_limits(self, key: ApiKey) -> dict[str, list[str]]:
        grant = key.grant
        named = {name: list(getattr(grant, name)) for name in NAMES}
        return {"actions": [action for action in ACTIONS if action in grant.actions], **named}


class Made(Key):
    key = serializers.SerializerMethodField(help_text="The key itself, which is shown only here.")

    def get_key(self, row: ApiKey) -> str:
        return str(self.context["key"])


class Revoked(serializers.Serializer[Any]):
    revoked = serializers.IntegerField(help_text="The number of revoked keys.")


def all_keys() -> QuerySet[ApiKey]:
    return ApiKey.objects.select_related("user")


class Keys(RowList):
    """Keys, the latest first. Only their prefixes are shown."""

    permission, tag, operation = "memory.view_apikey", "keys", "keys"
    rows, query, item = all_keys, KeyQuery, Key


class OneKey(OneRow):
    """One key."""

    permission, tag, operation = "memory.view_apikey", "keys", "key"
    rows, answer, noun = all_keys, Key, "key"


class Make(OpsView):
    """Makes a key. Only this response contains it."""

    permission, tag, operation = "memory.add_apikey", "keys", "make_key"
    body, answer = NewKey, Made

    def post(self, request: Request) -> Response:
        body = checked(NewKey, request.data)
        grant, expires_at = _grant(body), _require_future(body["expires_at"])
        _require_no_more_actions(request, grant)
        row, key = ApiKey.objects.make(_user(request.user, body["user"]), body["label"], grant, expires_at)
        operations.log(request, [row], 1, operations.MADE)
        return Response(Made(row, context={"key": key}).data)


class Rotate(OpsView):
    """Makes a key with the same user and limits; the old one expires after the overlap. Only this response has it."""

    permission, tag, operation = "memory.add_apikey", "keys", "rotate_key"
    body, answer, names_a_row = Rotation, Made, True

    def post(self, request: Request) -> Response:
        body = checked(Rotation, request.data)
        old = all_keys().filter(pk=body["id"]).first()
        if old is None or not old.usable:
            raise NotFound(f"There is no usable key {body['id']}")
        require_no_more_rights(cast("User", request.user), old.user)
        _require_no_more_actions(request, old.grant)
        overlap = timedelta(seconds=body["overlap_seconds"])
        row, key = ApiKey.objects.rotate(old, overlap, _require_future(body["expires_at"]))
        operations.log(request, [old, row], 2, operations.ROTATED)
        return Response(Made(row, context={"key": key}).data)


class Revoke(OpsView):
    """Revokes keys and the signed tokens made from them, at once. This cannot be undone."""

    permission, tag, operation = "memory.change_apikey", "keys", "revoke_keys"
    body, answer = Revocation, Revoked

    def post(self, request: Request) -> Response:
        chosen = ApiKey.objects.filter(pk__in=checked(Revocation, request.data)["ids"])
        return Response({"revoked": operations.REVOKE.perform(request, chosen)})


def _require_no_more_actions(request: Request, grant: Grant) -> None:
    """No key may make one that allows more actions than itself. Raises Forbidden."""
    presented = credential(request)
    lacking = [each for each in ACTIONS if presented is not None and not presented.caller.is_allowed(each)]
    if more := [each for each in lacking if each in grant.actions]:
        raise Forbidden(f"Your key may not {more[0]}, so it cannot make a key that may; name its `actions`")


def _grant(limits: dict[str, Any]) -> Grant:
    """Raises ValidationError."""
    try:
        return limited(limits["actions"], **{name: limits[name] for name in NAMES})
    except ValueError as error:
        raise serializers.ValidationError(str(error)) from error


def _require_future(at: datetime | None) -> datetime | None:
    """Raises ValidationError."""
    if at is not None and at <= timezone.now():
        raise serializers.ValidationError({"expires_at": f"{times.render(at)} is in the past"})
    return at


def _user(caller: Any, name: str) -> User:
    """Raises ValidationError, Forbidden."""
    try:
        return user_for_key(caller, name)
    except ValidationError as error:
        raise serializers.ValidationError({"user": " ".join(error.messages)}) from error
