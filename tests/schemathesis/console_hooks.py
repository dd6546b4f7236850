"""The hooks for /x: signs people in, names things that exist, and counts the statuses of each operation.

KURZ_FUZZED_WORLD is the file of fuzzed-world.ts. `people` take turns, since each may ask 600 times a minute. `prepared` has for an operation
what one valid request each may use up. KURZ_REACHED is where the statuses go: operation to status to how often.
"""

import atexit
import collections
import datetime
import itertools
import json
import os
import secrets
import time
from urllib.parse import urlsplit

import requests
import schemathesis
from fitting import fit_created, fit_headers, fit_links, fit_window, is_positive, shared_zone, stranger
from schemathesis.core.parameters import ParameterLocation

SESSION, REFRESH = "kurz_session", "kurz_refresh"
SESSION_SECONDS = 840

with open(os.environ["KURZ_FUZZED_WORLD"], encoding="utf-8") as file:
    WORLD = json.load(file)
PREPARED = WORLD["prepared"]
TURNS = itertools.cycle(WORLD["people"])
REACHED = collections.defaultdict(collections.Counter)

sessions = {}
person_of_session = {}


def origin_of(case):
    address = urlsplit(case.operation.schema.get_base_url())
    return f"{address.scheme}://{address.netloc}"


def sign_in(case, person):
    origin = origin_of(case)
    answered = requests.post(
        f"{origin}/x/session",
        json={"email": person["email"], "password": person["password"]},
        headers={"Origin": origin, "X-Requested-With": "kurz", "X-Forwarded-For": stranger()},
        timeout=30,
    )
    answered.raise_for_status()
    return answered.cookies


def session_of(case, person):
    """The person's session cookie; a session is good for 15 minutes."""
    kept = sessions.get(person["email"])
    if kept is None or kept[1] < time.monotonic():
        cookie = sign_in(case, person)[SESSION]
        kept = sessions[person["email"]] = (cookie, time.monotonic() + SESSION_SECONDS)
        person_of_session[cookie] = person
    return kept[0]


def take_prepared(case):
    waiting = PREPARED.get(case.operation.label, [])
    return waiting.pop(0) if is_positive(case) and waiting else {}


@schemathesis.auth(refresh_interval=None)
class SignedIn:
    def get(self, case, context):
        is_public = case.operation.definition.raw.get("security") == []
        return None if is_public else session_of(case, next(TURNS))

    def set(self, case, data, context):
        case.cookies = {**(case.cookies or {}), SESSION: data}


def unique(prefix):
    return f"{prefix}-{secrets.token_hex(6)}"


def in_a_year():
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=365)).isoformat()


# values that a schema cannot tell from any other text
FITTING_FIELDS = {
    "name": lambda value, person: unique("name"),
    "fileName": lambda value, person: unique("file"),
    "email": lambda value, person: f"{unique('fuzz')}@example.com",
    "domain": lambda value, person: f"{unique('fuzz')}.example",
    "password": lambda value, person: secrets.token_hex(8),
    "newPassword": lambda value, person: secrets.token_hex(8),
    "expiresAt": lambda value, person: value and in_a_year(),
    "networks": lambda value, person: ["203.0.113.0/24", "2001:db8::1"][: len(value)],
    "rootRedirectURL": lambda value, person: "",
    "personalScopes": lambda value, person: ["links:read", *value],
    "grants": lambda value, person: [{**grant, "workspaceId": person["workspace"]} for grant in value[:1]],
    "allowed": lambda value, person: {key: ["spring*", "sale"][: len(entries)] for key, entries in value.items()},
}


def fit_fields(case, person):
    if not isinstance(case.body, dict):
        return
    if case.operation.label == "POST /tokens":
        case.body.setdefault("personalScopes", [])
    if case.operation.label.endswith(("/imports/jobs", "/imports/readings")) and "zoneDomain" in case.body:
        case.body["zoneDomain"] = f"{unique('fuzz')}.example"
    for field, fitting in FITTING_FIELDS.items():
        if field in case.body:
            case.body[field] = fitting(case.body[field], person)


def name_what_exists(case, person):
    """Unless the case is about a name that is wrong."""
    if case.meta is not None and case.meta.is_negative_at(ParameterLocation.PATH):
        return
    for name in case.path_parameters or {}:
        if name in person:
            case.path_parameters[name] = person[name]


def mend_empty_parameters(query):
    """An empty parameter is as good as none, which no schema of its type can say."""
    for name in ("from", "to", "page", "limit", "action"):
        if query.get(name) == "":
            query[name] = "-"


@schemathesis.hook
def before_call(ctx, case, kwargs):
    person = person_of_session.get((case.cookies or {}).get(SESSION)) or next(TURNS)
    name_what_exists(case, person)
    if case.headers is not None:
        case.headers["Origin"] = origin_of(case)
        case.headers["X-Forwarded-For"] = stranger()
    mend_empty_parameters(case.query or {})
    if not is_positive(case):
        return
    if case.headers is not None and case.path.startswith(("/urls", "/tags", "/usage")):
        # the personal workspace is on the plan free, which has no batches
        case.headers["X-Workspace-Id"] = person["workspace"]
    fit_window(case.query or {})
    fit_created(case.query or {})
    if "zoneDomain" in (case.query or {}):
        case.query["zoneDomain"] = shared_zone(case)
    fit_headers(case.headers if case.headers is not None else {})
    fit_links(case)
    fit_fields(case, person)
    prepared = take_prepared(case)
    if "path" in prepared:
        case.path_parameters.update(prepared["path"])
    if "workspace" in prepared:
        case.headers["X-Workspace-Id"] = prepared["workspace"]
    if "body" in prepared:
        case.body.update(prepared["body"])
    if case.operation.label == "PUT /workspaces/{workspace}/plan" and "path" not in prepared:
        # the person's own workspace stays on a plan with batches
        case.body["plan"] = "business"
    if "person" in prepared:
        case.cookies = {SESSION: session_of(case, prepared["person"])}
    if "refreshOf" in prepared:
        case.cookies = {REFRESH: sign_in(case, prepared["refreshOf"])[REFRESH]}


@schemathesis.hook
def after_call(ctx, case, response):
    REACHED[case.operation.label][response.status_code] += 1


@atexit.register
def write_reached():
    if "KURZ_REACHED" in os.environ:
        with open(os.environ["KURZ_REACHED"], "w", encoding="utf-8") as file:
            json.dump(REACHED, file)
