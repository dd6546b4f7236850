// What an integration does, with a client of openapi-fetch and types that are generated from the OpenAPI file:
//
//   node suite.mjs http://localhost:3000/v1 kz_ws_… HURRIED
//
// HURRIED: a token whose plan has few requests a minute. Compiled in strict mode; `@ts-expect-error` stands where a
// mistake has to be found.

import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { components, paths } from './kurz-v1.js';

type Link = components['schemas']['Link'];
type ApiError = components['schemas']['Error'];

const [, , baseUrl, token, hurried] = process.argv;
const clientOf = (bearer: string | undefined) =>
  createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${bearer}` } });
const client = clientOf(token);

/** One handler for every error of every operation. */
function codeOf(error: ApiError | undefined): string | undefined {
  assert.ok(error);
  assert.notEqual(error.error, '');
  return error.code;
}

async function createReadAndEdit(): Promise<Link> {
  const made = await client.POST('/urls', {
    body: { url: 'https://shop.example/spring?utm_campaign=spring', slug: 'spring-sale', title: 'Spring' },
    params: { header: { 'Idempotency-Key': 'spring-1' } },
  });
  assert.equal(made.response.status, 201);
  assert.ok(made.data);
  const { slug, hits, utm } = made.data.url;
  assert.deepEqual([slug, hits, utm?.campaign], ['spring-sale', 0, 'spring']);

  const path = { slug };
  const read = await client.GET('/urls/{slug}', { params: { path } });
  assert.deepEqual(read.data, made.data);
  const etag = read.response.headers.get('ETag') ?? '';
  const edited = await client.PATCH('/urls/{slug}', {
    params: { path, header: { 'If-Match': etag } },
    body: { isEnabled: false },
  });
  assert.equal(edited.data?.url.isEnabled, false);
  const late = await client.PATCH('/urls/{slug}', {
    params: { path, header: { 'If-Match': etag } },
    body: { title: 'Too late' },
  });
  assert.deepEqual([late.response.status, codeOf(late.error)], [412, 'PRECONDITION_FAILED']);
  return made.data.url;
}

async function list(): Promise<void> {
  const query = { campaign: 'spring', q: 'shop', page: 1, limit: 10 };
  const { data } = await client.GET('/urls', { params: { query } });
  assert(typeof data === 'object');
  assert.deepEqual([data.total, data.urls.map((link) => link.slug)], [1, ['spring-sale']]);
  const none = await client.GET('/urls', { params: { query: { q: 'nowhere' } } });
  assert(typeof none.data === 'object');
  assert.equal(none.data.total, 0);
}

async function createMany(): Promise<void> {
  const { data } = await client.POST('/urls/batch', {
    body: { links: [{ url: 'https://a.example/' }, { url: 'https://b.example/', slug: 'spring-sale' }] },
  });
  assert.deepEqual([data?.created, data?.failed], [1, 1]);
  for (const result of data?.results ?? []) {
    if (result.status === 201) assert.equal(result.url.title, '');
    else assert.equal(result.code, 'SLUG_EXISTS');
  }
  const wrong = await client.POST('/urls/batch', {
    // @ts-expect-error a misspelt field is found by the compiler
    body: { links: [{ ulr: 5 }] },
  });
  const [failed] = wrong.data?.results ?? [];
  assert.ok(failed && failed.status !== 201);
  assert.deepEqual([failed.code, failed.field], ['VALIDATION_FAILED', 'url']);
}

async function analyse(slug: string): Promise<void> {
  const path = { slug };
  const { data } = await client.GET('/urls/{slug}/stats', {
    params: { path, query: { from: '2026-01-01' } },
  });
  // the answer is JSON unless CSV is asked for, which is a text
  assert.ok(data && typeof data !== 'string');
  assert.deepEqual([data.stats.totals.human, data.stats.hourly.buckets.length], [0, 24]);
  const csv = await client.GET('/urls/{slug}/stats', {
    params: { path },
    headers: { Accept: 'text/csv' },
    parseAs: 'text',
  });
  assert.match(String(csv.data), /^date,requests,bots,humans/);
  const report = await client.GET('/urls/campaigns');
  const first: components['schemas']['Campaign'] | undefined = report.data?.report.campaigns?.[0];
  assert.deepEqual([first?.campaign, first?.linkCount], ['spring', 1]);
  const usage = await client.GET('/usage');
  assert.equal(usage.data?.usage.links.used, 2);
  const zones = await client.GET('/zones');
  assert.equal(zones.data?.global[0]?.zoneType, 'global');
}

async function fail(): Promise<void> {
  const taken = await client.POST('/urls', { body: { url: 'https://c.example/', slug: 'spring-sale' } });
  assert.deepEqual([taken.response.status, codeOf(taken.error)], [409, 'SLUG_EXISTS']);
  const wrong = await client.POST('/urls', { body: { url: 'ftp://c.example/' } });
  assert.deepEqual([codeOf(wrong.error), wrong.error?.field], ['VALIDATION_FAILED', 'url']);
  const missing = await client.GET('/urls/{slug}', { params: { path: { slug: 'nowhere' } } });
  assert.equal(codeOf(missing.error), 'NOT_FOUND');
  const unknown = await clientOf('kz_ws_unknown').GET('/usage');
  assert.deepEqual([unknown.response.status, codeOf(unknown.error)], [401, 'UNAUTHORIZED']);
}

async function hurry(): Promise<void> {
  for (let count = 0; count < 100; count++) {
    const { response, error } = await clientOf(hurried).GET('/usage');
    if (response.status === 200) {
      assert.match(response.headers.get('RateLimit') ?? '', /r=\d+/);
      continue;
    }
    assert.deepEqual([response.status, codeOf(error)], [429, 'RATE_LIMITED']);
    assert.ok(Number(response.headers.get('Retry-After')) >= 1);
    return;
  }
  assert.fail('no request was refused');
}

async function remove(slug: string): Promise<void> {
  const path = { slug };
  const { data } = await client.DELETE('/urls/{slug}', { params: { path } });
  assert.ok(data?.message);
  assert.equal((await client.GET('/urls/{slug}', { params: { path } })).response.status, 404);
}

const link = await createReadAndEdit();
await list();
await createMany();
await analyse(link.slug);
await fail();
await hurry();
await remove(link.slug);
console.log('all is well');
