// The QR code of a link as a picture: what it holds, how it looks, who gets it, and how it is cached.

import { inflateSync } from 'node:zlib';
import jsQR from 'jsqr';
import { setPlan } from '@kurz/api';
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
}, 60_000);
afterAll(() => api.close());

const SCANNED = `http://${SHARED_DOMAIN}/q/painted`;

/** RGBA of a PNG as the service writes it: a palette, eight bits a pixel, rows without filters. */
function pixelsOf(png: Buffer): { data: Uint8ClampedArray; size: number } {
  const chunks = new Map<string, Buffer>();
  for (let from = 8; from < png.length;) {
    const length = png.readUInt32BE(from);
    chunks.set(png.toString('latin1', from + 4, from + 8), png.subarray(from + 8, from + 8 + length));
    from += length + 12;
  }
  const size = chunks.get('IHDR')?.readUInt32BE(0) ?? 0;
  const palette = chunks.get('PLTE') ?? Buffer.alloc(0);
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const data = new Uint8ClampedArray(size * size * 4);
  for (let index = 0; index < size * size; index++) {
    const shade = rows[Math.floor(index / size) * (size + 1) + 1 + (index % size)] ?? 0;
    data.set([...palette.subarray(shade * 3, shade * 3 + 3), 255], index * 4);
  }
  return { data, size };
}

test('the PNG is read by a scanner as the scan address, never as the destination', async () => {
  for (const design of ['', '?size=256&shape=dots', '?shape=rounded&dark=112233&light=ffeecc&level=H']) {
    const { status, headers, bytes } = await viewer.fetchBytes(`${at}/painted/qr.png${design}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
    const { data, size } = pixelsOf(bytes);
    expect(jsQR(data, size, size)?.data).toBe(SCANNED);
  }
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

test('a PNG has 1,024 pixels at most', async () => {
  expect((await viewer.ask('GET', `${at}/painted/qr.png?size=1025`)).status).toBe(400);
  expect((await viewer.fetchBytes(`${at}/painted/qr.svg?size=4096`)).status).toBe(200);
});

test('a link that is not there has no code, and a stranger finds none', async () => {
  expect((await viewer.ask('GET', `${at}/nobody/qr.svg`)).status).toBe(404);
  expect((await viewer.ask<Refused>('GET', `${at}/a.b/qr.svg`)).body.code).toBe('SLUG_INVALID');
  const stranger = await signIn(api);
  expect((await stranger.ask('GET', `${at}/painted/qr.svg`)).status).toBe(404);
});
