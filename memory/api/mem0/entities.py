"""The calls of mem0's platform about users, agents and runs, and about the profiles of users."""

import base64
import binascii
import json
from collections.abc import Iterable
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from memory import bounded_json
from memory.api.mem0 import answers, clearing, finding, serializers
from memory.api.mem0.filters import match_all
from memory.api.mem0.finding import MemoryQuery
from memory.api.mem0.items import render
from memory.api.mem0.owners import EntityIds, scope_of
from memory.api.mem0.views import Mem0View, build_filter, describe, page_response
from memory.api.permission import require
from memory.api.rest.authentication import caller_of
from memory.api.rest.views import checked, checked_query
from memory.errors import InvalidInput, NoSuchMemory
from memory.grants import NOBODY, may, readable
from memory.keyed.single import SingleMemory
from memory.retrieval.listing import profiles_of
from memory.retrieval.types import Hit
from memory.scope import Owner, OwnerType, agent, user

# In this order, so that a client that deletes all of them one by one finds each still there.
TYPES = {"run": "run_id", "agent": "agent_id", "user": "user_id"}
JOBS = "/v2/profiles/jobs/"
PROFILE_FIELDS = ("summary", "explicit_info", "implicit_traits")
FIXED_SETTINGS = (
    "Profiles are always derived from what users say, and in one form: they cannot be switched off, and take neither a "
    "schema nor instructions"
)

Json = dict[str, Any]
Named = tuple[str, str, list[SingleMemory]]  # the type and id of an entity, and its memories


class EntityView(Mem0View):
    tag = "entities"


class Entities(EntityView):
    actions = {"GET": "read"}

    @describe("entities", "List entities with memories", answers.Entities, parameters=[serializers.Paged])
    def get(self, request: Request) -> Response:
        """Users, agents and runs of one app, with the number of memories of each."""
        query = checked_query(serializers.AllPaged, request)
        memories = finding.list_memories(request, MemoryQuery(match_all(), show_expired=True))
        return Response(page_response(request, query, _entities(request, memories), _entity))


class Entity(EntityView):
    actions = {"DELETE": "forget"}

    @describe(
        "delete_entity",
        "Forget all memories of a user, an agent, a run or an app",
        answers.Done,
        is_about_one=True,
    )
    def delete(self, request: Request, entity_type: str, name: str) -> Response:
        """Forgets all memories of the entity, also those stored through other dialects."""
        if entity_type not in (*TYPES, "app"):
            raise InvalidInput("The type of an entity is user, agent, run or app")
        named = checked(serializers.SomebodyInApp, {f"{entity_type}_id": name})
        app_id = named.pop("app_id", None)
        clearing.forget_all(request, EntityIds(scope_of(request, app_id), **named, is_app_named=bool(app_id)))
        return Response({"message": "Entity deleted successfully!"})


class Profile(EntityView):
    actions = {"GET": "read"}

    @describe("profile", "The profile of a user", answers.Profile, is_about_one=True)
    def get(self, request: Request, entity_id: str) -> Response:
        """The profile derived from what the user said; `insufficient_data` until that is enough for one."""
        found = _known_profile(request, entity_id)
        return Response({
            "profile": _render_profile(found),
            "status": "insufficient_data" if found is None else "succeeded",
            "entity_type": "user",
            "entity_id": entity_id,
            "updated_at": render(found.updated_at if found is not None else None),
            "generation_count": int(found is not None),
        })  # fmt: skip


class Summary(EntityView):
    actions = {"POST": "read"}

    @describe("summary", "Summarize what is known of users", answers.Summary, request=serializers.AskSummary)
    def post(self, request: Request) -> Response:
        """The summaries of the profiles of all users whom the filters name."""
        body = checked(serializers.AskSummary, request.data)
        selectors = build_filter(body.get("filters")).selectors or ()
        owners = [each.owner for each in selectors if isinstance(each.owner, Owner)]
        profiles = [
            _profile(request, _readable(request, owner.id))
            for owner in owners
            if owner.type is OwnerType.USER
        ]
        summaries = [str(profile.values.get("summary") or "") for profile in profiles if profile is not None]
        return Response({"status": "succeeded", "summary": "\n".join(filter(None, summaries))})


class ProfileJobs(EntityView):
    actions = {"POST": "read"}

    @describe(
        "profile_job",
        "Request profiles",
        answers.ProfileJob,
        is_about_one=True,
        request=serializers.AskProfileJob,
    )
    def post(self, request: Request) -> Response:
        """Answers with a finished job, since profiles are updated whenever there are new facts."""
        body = checked(serializers.AskProfileJob, request.data)
        if body["operation"] == "sample":
            chosen = _sample(request, body.get("limit") or 3)
            more: Json = {"sampled": len(chosen), "entity_ids": chosen}
        else:
            if not body.get("entity_id"):
                raise InvalidInput("entity_id: name the user of the profile")
            chosen, more = [body["entity_id"]], {}
            _known_profile(request, chosen[0])
        job_id = _job_id(chosen)
        return Response({
            "job_id": job_id,
            "status": "succeeded",
            "status_url": f"{JOBS}{job_id}/",
            "operation": body["operation"],
            "entity_type": "user",
            "entity_count_reserved": len(chosen),
            "event_id": None,
            "replayed": False,
            **more,
        })  # fmt: skip


class ProfileJobState(EntityView):
    actions = {"GET": "read"}

    @describe("profile_job_state", "The state of a profile job", answers.ProfileJobState, is_about_one=True)
    def get(self, request: Request, job_id: str) -> Response:
        """`skipped` counts users of whom not enough is known for a profile."""
        chosen = _parse_job_id(job_id)
        made = sum(_profile(request, _readable(request, each)) is not None for each in chosen)
        return Response({"job": {
            "job_id": job_id,
            "status": "succeeded",
            "enumeration_complete": True,
            "total": len(chosen),
            "completed": len(chosen),
            "succeeded": made,
            "failed": 0,
            "skipped": len(chosen) - made,
        }})  # fmt: skip


class ProfileSettings(EntityView):
    actions = {"GET": "read", "POST": "write"}

    @describe("profile_settings", "How profiles are made", answers.ProfileSettings)
    def get(self, request: Request) -> Response:
        """Always the same: profiles are enabled and take no instructions."""
        return Response(_settings())

    @describe(
        "change_profile_settings",
        "Change how profiles are made",
        answers.ProfileSettings,
        request=serializers.SetProfiles,
    )
    def post(self, request: Request) -> Response:
        """Accepts the settings as they are, and refuses any other."""
        require(request, "write", scope_of(request))
        body = checked(serializers.SetProfiles, request.data)
        entities = body.get("entities") or {}
        values = [value for each in entities.values() if isinstance(each, dict) for value in each.values()]
        if body.get("enabled") is False or any(value is not None for value in values):
            raise InvalidInput(FIXED_SETTINGS)
        return Response(_settings())


def _settings() -> Json:
    return {
        "enabled": True,
        "capabilities": {"schema": False, "custom_instructions": False},
        "entities": {"user": {"schema": None, "custom_instructions": None}},
    }


def _entities(request: Request, memories: Iterable[SingleMemory]) -> list[Named]:
    """The entities of memories, without users and agents whom the key does not cover."""
    caller, scope = caller_of(request), scope_of(request)
    found: dict[tuple[str, str], list[SingleMemory]] = {}
    for memory in memories:
        named = (("run", memory.session_id), ("agent", memory.agent_id), ("user", memory.user_id))
        for type, identifier in named:
            if identifier:
                found.setdefault((type, identifier), []).append(memory)
    order, owner_types = list(TYPES), {"agent": agent, "user": user}
    return [
        (type, identifier, known)
        for (type, identifier), known in sorted(
            found.items(), key=lambda one: (order.index(one[0][0]), one[0][1])
        )
        if type not in owner_types or may(caller, "read", scope, owner_types[type](identifier))
    ]


def _entity(entity: Named) -> Json:
    type, identifier, known = entity
    moments = [each.created_at for each in known if each.created_at]
    changed = [each.updated_at for each in known if each.updated_at]
    return {
        "id": identifier,
        "name": identifier,
        "type": type,
        "total_memories": len(known),
        "created_at": render(min(moments, default=None)),
        "updated_at": render(max(changed, default=None)),
    }


def _readable(request: Request, identifier: str) -> Owner:
    named = checked(serializers.Somebody, {"user_id": identifier})
    return readable(caller_of(request), scope_of(request), user(named["user_id"]))


def _has_memories(request: Request, owner: Owner) -> bool:
    if owner.id == NOBODY:  # no client can ask for this id
        return False
    of_owner = build_filter({f"{owner.type}_id": {"in": [owner.id]}})
    return bool(finding.list_memories(request, MemoryQuery(of_owner)))


def _known_profile(request: Request, identifier: str) -> Hit | None:
    """None for a user without a profile yet. Raises NoSuchMemory for one without memories."""
    owner = _readable(request, identifier)
    profile = _profile(request, owner)
    if profile is None and not _has_memories(request, owner):
        raise NoSuchMemory(f"There is no user {identifier[:200]}")
    return profile


def _profile(request: Request, owner: Owner) -> Hit | None:
    return next(iter(profiles_of(scope_of(request), owner)), None)


def _render_profile(profile: Hit | None) -> Json | None:
    if profile is None:
        return None
    return {name: profile.values[name] for name in PROFILE_FIELDS if profile.values.get(name)}


def _sample(request: Request, most: int) -> list[str]:
    memories = finding.list_memories(request, MemoryQuery(build_filter({"user_id": "*"})))
    return list(dict.fromkeys(memory.owner.id for memory in memories if memory.user_id))[:most]


def _job_id(people: list[str]) -> str:
    """An id that contains the job's users, so that nothing about it needs to be stored."""
    return base64.urlsafe_b64encode(json.dumps(people).encode()).decode()


def _parse_job_id(job_id: str) -> list[str]:
    """The users of a job. Raises NoSuchMemory."""
    try:
        people = bounded_json.loads(base64.urlsafe_b64decode(job_id.encode("ascii")).decode())
    except (ValueError, binascii.Error):
        people = None
    if not isinstance(people, list) or not all(isinstance(each, str) for each in people) or len(people) > 10:
        raise NoSuchMemory("There is no such job")
    return people
