"""What an integration does, with the client that openapi-python-client generates: as suite.mts in TypeScript.

    python3 suite.py http://localhost:3000/v1 kz_ws_… HURRIED
"""

import sys

from kurz_client import AuthenticatedClient
from kurz_client.api.analytics import read_campaign_report, read_link_stats
from kurz_client.api.links import create_link, create_links, delete_link, list_links, read_link, update_link
from kurz_client.api.workspace import list_zones, read_usage
from kurz_client.models import (
    BatchFailure,
    BatchRequest,
    BatchSuccess,
    DeletionAnswer,
    Error,
    LinkAnswer,
    LinkEdit,
    ListAnswer,
    NewLink,
    ReportAnswer,
    StatsAnswer,
    UsageAnswer,
    ZonesAnswer,
)

BASE_URL, TOKEN, HURRIED = sys.argv[1:]
client = AuthenticatedClient(base_url=BASE_URL, token=TOKEN)


def same(given, expected):
    if given != expected:
        raise AssertionError(f"{given!r} is not {expected!r}")


def parsed(response, kind):
    """The body, as the class that the description gives it."""
    if not isinstance(response.parsed, kind):
        raise AssertionError(f"{response.status_code}: {response.parsed!r} is no {kind.__name__}")
    return response.parsed


def code_of(response):
    """One handler for every error of every operation."""
    error = parsed(response, Error)
    if not error.error:
        raise AssertionError("an error has no text")
    return error.code


def create_read_and_edit():
    body = NewLink(url="https://shop.example/spring?utm_campaign=spring", slug="spring-sale", title="Spring")
    made = create_link.sync_detailed(client=client, body=body, idempotency_key="spring-1")
    same(made.status_code, 201)
    link = parsed(made, LinkAnswer).url
    same((link.slug, link.hits, link.utm.campaign), ("spring-sale", 0, "spring"))

    read = read_link.sync_detailed(link.slug, client=client)
    same(read.parsed, made.parsed)
    etag = read.headers["ETag"]
    unchanged = read_link.sync_detailed(link.slug, client=client, if_none_match=etag)
    same(unchanged.status_code, 304)
    edited = update_link.sync_detailed(link.slug, client=client, body=LinkEdit(is_enabled=False), if_match=etag)
    same(parsed(edited, LinkAnswer).url.is_enabled, False)
    late = update_link.sync_detailed(link.slug, client=client, body=LinkEdit(title="Too late"), if_match=etag)
    same((late.status_code, code_of(late)), (412, "PRECONDITION_FAILED"))
    return link.slug


def list_some():
    found = list_links.sync_detailed(client=client, campaign="spring", q="shop", page=1, limit=10)
    page = parsed(found, ListAnswer)
    same((page.total, [link.slug for link in page.urls]), (1, ["spring-sale"]))
    same(parsed(list_links.sync_detailed(client=client, q="nowhere"), ListAnswer).total, 0)


def create_many():
    links = [NewLink(url="https://a.example/"), NewLink(url="https://b.example/", slug="spring-sale")]
    answer = create_links.sync(client=client, body=BatchRequest(links=links))
    same((answer.created, answer.failed), (1, 1))
    created, failed = answer.results
    if not isinstance(created, BatchSuccess) or not isinstance(failed, BatchFailure):
        raise AssertionError(f"{answer.results!r} are not typed")
    same((created.url.title, failed.code), ("", "SLUG_EXISTS"))


def analyse(slug):
    stats = parsed(read_link_stats.sync_detailed(slug, client=client), StatsAnswer).stats
    same((stats.totals.human, len(stats.hourly.buckets)), (0, 24))
    report = parsed(read_campaign_report.sync_detailed(client=client), ReportAnswer).report
    same([(one.campaign, one.link_count) for one in report.campaigns], [("spring", 1)])
    same(parsed(read_usage.sync_detailed(client=client), UsageAnswer).usage.links.used, 2)
    same(parsed(list_zones.sync_detailed(client=client), ZonesAnswer).global_[0].zone_type, "global")


def fail():
    taken = create_link.sync_detailed(client=client, body=NewLink(url="https://c.example/", slug="spring-sale"))
    same((taken.status_code, code_of(taken)), (409, "SLUG_EXISTS"))
    wrong = create_link.sync_detailed(client=client, body=NewLink(url="ftp://c.example/"))
    same((code_of(wrong), wrong.parsed.field), ("VALIDATION_FAILED", "url"))
    same(code_of(read_link.sync_detailed("nowhere", client=client)), "NOT_FOUND")
    stranger = AuthenticatedClient(base_url=BASE_URL, token="kz_ws_unknown")
    same(code_of(read_usage.sync_detailed(client=stranger)), "UNAUTHORIZED")


def hurry():
    hurried = AuthenticatedClient(base_url=BASE_URL, token=HURRIED)
    for _ in range(100):
        response = read_usage.sync_detailed(client=hurried)
        if response.status_code == 200:
            if "r=" not in response.headers["RateLimit"]:
                raise AssertionError(response.headers["RateLimit"])
            continue
        same((response.status_code, code_of(response)), (429, "RATE_LIMITED"))
        if int(response.headers["Retry-After"]) < 1:
            raise AssertionError(response.headers["Retry-After"])
        return
    raise AssertionError("no request was refused")


def remove(slug):
    parsed(delete_link.sync_detailed(slug, client=client), DeletionAnswer)
    same(read_link.sync_detailed(slug, client=client).status_code, 404)


spring = create_read_and_edit()
list_some()
create_many()
analyse(spring)
fail()
hurry()
remove(spring)
print("all is well")
