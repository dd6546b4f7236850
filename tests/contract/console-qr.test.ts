// The QR code of a link as a picture: content, appearance, authorization and caching.

import { inflateSync } from 'node:zlib';
import { createZone, setPlan } from '@kurz/api';
import { readQrCode } from '../../libs/qr/src/read-qr-code-fixture';
import { signIn, type Person } from './sign-in';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';

type Refused = { code: string; field?: string; error: string };

let api: TestApi;
let viewer: Person;
let at: string;
beforeAll(async () => {
  api = await startApi();
  await setPlan(api.db, api.workspaceId, 'pro');
  viewer = await signIn(api, { [api.workspaceId]: 'viewer' });
  at = `/workspaces/${api.workspaceId}/urls`;
  await api.fetchJson('POST', '/urls', { body: { url: 'https://secret.example/', slug: 'painted' } });
});
afterAll(() => api.close());

const SCANNED = `http://${SHARED_DOMAIN}/q/painted`;

/** RGBA of a PNG in the service's format: palette, eight bits per pixel, unfiltered rows. Every `step`th pixel. */
function pixelsOf(png: Buffer, step = 1): { data: Uint8ClampedArray; size: number; side: number } {
  const chunks = new Map<string, Buffer>();
  for (let from = 8; from < png.length;) {
    const length = png.readUInt32BE(from);
    chunks.set(png.toString('latin1', from + 4, from + 8), png.subarray(from + 8, from + 8 + length));
    from += length + 12;
  }
  const side = chunks.get('IHDR')?.readUInt32BE(0) ?? 0;
  const size = side / step;
  const palette = chunks.get('PLTE') ?? Buffer.alloc(0);
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const data = new Uint8ClampedArray(size * size * 4);
  for (let index = 0; index < size * size; index++) {
    const shade = rows[Math.floor(index / size) * step * (side + 1) + 1 + (index % size) * step] ?? 0;
    data.set([...palette.subarray(shade * 3, shade * 3 + 3), 255], index * 4);
  }
  return { data, size, side };
}

test('the PNG is read by a scanner as the scan address, never as the destination', async () => {
  for (const design of ['', '?size=256&shape=dots', '?shape=rounded&dark=112233&light=ffeecc&level=H']) {
    const { status, headers, bytes } = await viewer.fetchBytes(`${at}/painted/qr.png${design}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
    const { data, size } = pixelsOf(bytes);
    expect(await readQrCode(data, size)).toBe(SCANNED);
  }
});

test('an address that has no room at the level gets the highest that holds it', async () => {
  const label = 'a'.repeat(60);
  const domain = `${label}.${label}.${label}.${label}.example`;
  await createZone(api.db, { domain, zoneType: 'global' });
  const slug = 'x'.repeat(1_024);
  const body = { url: 'https://a.example/', slug, zoneDomain: domain };
  expect((await api.fetchJson('POST', '/urls', { body })).status).toBe(201);
  const asked = `${at}/${slug}/qr.png?zoneDomain=${domain}&size=1024&level=H`;
  const { status, bytes } = await viewer.fetchBytes(asked);
  expect(status).toBe(200);
  const { data, size } = pixelsOf(bytes);
  expect(await readQrCode(data, size)).toBe(`http://${domain}/q/${slug}`);
});

test('the SVG has the size, the colours and the quiet zone that were asked for', async () => {
  const { status, headers, bytes } = await viewer.fetchBytes(
    `${at}/painted/qr.svg?size=300&dark=%23112233&margin=6`,
  );
  const svg = bytes.toString();
  expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(svg).toContain('width="300" height="300"');
  expect(svg).toContain('fill="#112233"');
  expect(svg).not.toContain('secret.example');
});

test('a copy that is known is not sent again, and no shared cache keeps one', async () => {
  const first = await viewer.fetchBytes(`${at}/painted/qr.svg`);
  const tag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  const again = await viewer.fetchBytes(`${at}/painted/qr.svg`, { 'if-none-match': tag });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  const other = await viewer.fetchBytes(`${at}/painted/qr.svg?shape=dots`, { 'if-none-match': tag });
  expect(other.status).toBe(200);
});

test.each([
  ['size=255', 'size'],
  ['size=4097', 'size'],
  ['size=big', 'size'],
  ['margin=3', 'margin'],
  ['level=X', 'level'],
  ['shape=hearts', 'shape'],
  ['dark=red', 'dark'],
  ['light=zzzzzz', 'light'],
  ['dark=777777', 'dark'],
  ['dark=ffffff&light=000000', 'dark'],
  ['size=300&size=400', 'size'],
])('%s is refused at its field', async (query, field) => {
  const refused = await viewer.ask<Refused>('GET', `${at}/painted/qr.svg?${query}`);
  expect([refused.status, refused.body.code, refused.body.field]).toEqual([400, 'VALIDATION_FAILED', field]);
});

test('contrast that is too low is refused in words', async () => {
  const refused = await viewer.ask<Refused>('GET', `${at}/painted/qr.png?dark=777777`);
  expect(refused.body.error).toContain('4.5');
});

test('a PNG has up to 4,096 pixels on a side, and several are drawn one after the other', async () => {
  // on a busy machine the last ones get a Retry-After, and are sent again
  const draw = async (shape: string): ReturnType<Person['fetchBytes']> => {
    const drawn = await viewer.fetchBytes(`${at}/painted/qr.png?size=4096&shape=${shape}`);
    return drawn.status === 429 ? draw(shape) : drawn;
  };
  const files = await Promise.all(['square', 'rounded', 'dots', 'square', 'rounded', 'dots'].map(draw));
  for (const { status, bytes } of files) {
    expect(status).toBe(200);
    const { data, size, side } = pixelsOf(bytes, 8);
    expect(side).toBe(4_096);
    expect(await readQrCode(data, size)).toBe(SCANNED);
  }
  expect((await viewer.ask('GET', `${at}/painted/qr.png?size=4097`)).status).toBe(400);
});

test.each(['svg', 'png'])('HEAD of the %s has the headers of GET and no body', async (form) => {
  const picture = await viewer.fetchBytes(`${at}/painted/qr.${form}`);
  const head = await viewer.ask<null>('HEAD', `${at}/painted/qr.${form}`);
  expect([head.status, head.body]).toEqual([200, null]);
  for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
    expect([name, head.headers.get(name)]).toEqual([name, picture.headers.get(name)]);
});

test('a code stays the same when the destination changes', async () => {
  await api.fetchJson('POST', '/urls', { body: { url: 'https://example.com/', slug: 'printed' } });
  const before = await viewer.fetchBytes(`${at}/printed/qr.png`);
  const changed = await api.fetchJson('PATCH', '/urls/printed', { body: { url: 'https://other.example/' } });
  expect(changed.status).toBe(200);
  const known = { 'if-none-match': before.headers.get('etag') ?? '' };
  expect((await viewer.fetchBytes(`${at}/printed/qr.png`, known)).status).toBe(304);
});

test('a link that is not there has no code, and a stranger finds none', async () => {
  expect((await viewer.ask('GET', `${at}/nobody/qr.svg`)).status).toBe(404);
  expect((await viewer.ask<Refused>('GET', `${at}/a.b/qr.svg`)).body.code).toBe('SLUG_INVALID');
  const stranger = await signIn(api);
  expect((await stranger.ask('GET', `${at}/painted/qr.svg`)).status).toBe(404);
});
