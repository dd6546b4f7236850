// Two installations: one has a workspace with some of everything, the other one imports it.

import { Readable } from 'node:stream';
import {
  exportLines,
  exportWorkspace,
  importWorkspace,
  portablePages,
  readLinkCounts,
  type WorkspaceImport,
  type WriteClickRows,
} from '@kurz/api';
import { insertRows } from '@kurz/click-tables';
import { sql } from 'kysely';
import { writePlan } from '../stores/api-stats/write-plan';
import type { TestApi } from './start-api';
import type { UrlAnswer } from './url-answer';

/** With their hits these links need more than one page of an export. */
export const LINKS = 330;
export const TODAY = new Date().toISOString().slice(0, 10);

async function addLabelledLinks({ fetchJson }: TestApi, token: string): Promise<Map<string, string>> {
  const url = 'https://shop.example/ä?utm_source=news&utm_medium=mail';
  const bodies: Record<string, unknown>[] = [
    {
      url,
      slug: 'plain',
      title: '=1+1, "x"\n',
      tags: ['News', 'böse 🦊'],
      note: 'a\\u0000b',
      externalId: 'ext-1',
    },
    {
      url,
      slug: 'later',
      startsAt: '2099-01-01T00:00:00Z',
      expiresAt: '2100-01-01T00:00:00Z',
      expiredUrl: url,
    },
    {
      url,
      slug: 'ruled',
      forwardQuery: true,
      split: [
        { url: 'https://shop.example/a', weight: 60 },
        { url: 'https://shop.example/b', weight: 40 },
      ],
      expiresAt: '2100-01-01T00:00:00Z',
      rules: [{ when: { device: ['mobile'], country: ['DE'] }, url: 'https://shop.example/mobil' }],
    },
    { url, slug: 'put-away', isArchived: true, tags: ['news'] },
    {
      url: 'https://shop.example/hidden',
      slug: 'guarded',
      forwardQuery: true,
      startsAt: '2026-01-01T00:00:00Z',
      password: 'correct horse',
    },
    { url, slug: 'own', zoneDomain: 'go.team.example' },
  ];
  const ids = new Map<string, string>();
  for (const body of bodies) {
    const { status, body: answered } = await fetchJson<UrlAnswer>('POST', '/urls', { token, body });
    if (status !== 201) throw new Error(JSON.stringify(answered));
    ids.set(answered.url.slug, answered.url.id);
  }
  await fetchJson('PATCH', '/urls/put-away', { token, body: { isEnabled: false } });
  return ids;
}

/** Resolves with the workspace that has links, tags, domains, members, conventions and counts. */
export async function fillWorkspace(api: TestApi): Promise<{ workspaceId: string; token: string }> {
  const { workspaceId, token } = await api.addWorkspace({ plan: 'business' });
  const other = await api.addWorkspace();
  await api.addZone({ domain: 'go.team.example', zoneType: 'user', workspaceId, isVerified: true });
  await api.addZone({ domain: 'claimed.team.example', zoneType: 'user', workspaceId, isVerified: false });
  const ids = await addLabelledLinks(api, token);
  await sql`
    INSERT INTO members (workspace_id, user_id, role)
    SELECT ${workspaceId}, id, 'viewer' FROM users WHERE email = ${other.ownerEmail}`.execute(api.db);
  await sql`
    UPDATE workspaces SET default_zone_id = (SELECT id FROM zones WHERE domain = 'go.team.example'),
      utm_conventions = '{"enabled": true, "lowercase": true, "required": [], "allowed": {}, "separator": null}'
    WHERE id = ${workspaceId}`.execute(api.db);
  await sql`
    INSERT INTO links (id, workspace_id, zone_id, slug, url, location, created_at)
    SELECT 'lnk_many' || n, ${workspaceId}, ${api.zoneId}, 'many-' || n, 'https://a.example/', 'https://a.example/',
      now() - n * interval '1 h' FROM generate_series(1, ${LINKS}::int) n`.execute(api.db);
  const plain = ids.get('plain') ?? '';
  await sql`
    UPDATE links SET pre_tracking = 30, tracking_since = '2026-03-01', is_unsafe = slug = 'many-1'
    WHERE id = ${plain} OR slug = 'many-1'`.execute(api.db);
  await sql`INSERT INTO link_hits VALUES (${plain}, 12), ('lnk_many7', 25000)`.execute(api.db);
  await sql`INSERT INTO stream_progress VALUES (0, 100, now())`.execute(api.db);
  const referrer = { 'a\tb\\c.example': 2, 'ä.example': 1 };
  const plan = { workspaceId, linkId: plain };
  await writePlan(api.clickHouse, {
    ...plan,
    planFrom: 0,
    hours: [{ at: '2026-03-01T05', requests: 7, bots: 2, qr: 1, by: { referrer, imported: { bitly: 2 } } }],
  });
  await writePlan(api.clickHouse, { ...plan, planFrom: 1, hours: [{ at: '2026-03-01T06', requests: 2 }] });
  await writePlan(api.clickHouse, { ...plan, planFrom: 2, hours: [{ at: `${TODAY}T00`, requests: 3 }] });
  const seventh = { workspaceId, linkId: 'lnk_many7' };
  await writePlan(api.clickHouse, {
    ...seventh,
    planFrom: 3,
    hours: [{ at: '2025-12-31T23', requests: 25_000 }],
  });
  // an unfinished batch, which counts for nobody
  await writePlan(api.clickHouse, { ...plan, planFrom: 200, hours: [{ at: '2026-03-02T00', requests: 9 }] });
  return { workspaceId, token };
}

/** The text of an export. */
export async function exportOf(
  { db, clickHouse }: TestApi,
  workspaceId: string,
  { isPortable = true } = {},
): Promise<string> {
  const deps = {
    db,
    readLinkCounts: (page: Parameters<typeof readLinkCounts>[1]) => readLinkCounts({ db, clickHouse }, page),
  };
  const outcome = await exportWorkspace(deps, { workspaceId, now: new Date() });
  if (outcome.kind !== 'export') throw new Error(outcome.kind);
  const pieces: string[] = [];
  for await (const text of exportLines(isPortable ? portablePages(outcome.pages) : outcome.pages))
    pieces.push(text);
  return pieces.join('');
}

/** The text without the time of the run. */
export const withoutTime = (text: string) => text.replace(/"at":"[^"]*"/, '"at":"…"');

export type ImportOptions = {
  renamed?: ReadonlyMap<string, string>;
  write?: WriteClickRows;
  onOpen?: () => void;
};

export function importInto(
  { db, clickHouse }: TestApi,
  text: string | Buffer,
  { renamed = new Map(), write, onOpen }: ImportOptions = {},
): Promise<WorkspaceImport> {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, index) =>
    bytes.subarray(index * 1_000, (index + 1) * 1_000),
  );
  const open = () => {
    onOpen?.();
    return Promise.resolve(Readable.from(chunks));
  };
  const writeClickRows: WriteClickRows = write ?? ((table, lines) => insertRows(clickHouse, table, lines));
  return importWorkspace({ db, writeClickRows }, { open, renamed }, { now: new Date() });
}
