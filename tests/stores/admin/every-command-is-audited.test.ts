// Every admin command that changes something writes an event of the audit log, with the words of the command. The list
// is closed: a command that is not in it fails here.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { peerApis, type AuditAction } from '@kurz/api';
import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { silentLog, systemClock } from '@kurz/process';
import type { AdminAnswer } from '../../../services/admin/src/answer/admin-answer';
import { adminProgram } from '../../../services/admin/src/commands/admin-program';
import { makeCommandGroups } from '../../../services/admin/src/commands/command-groups';
import { makeAdminRunner } from '../../../services/admin/src/commands/run-admin-command';
import { readAdminSettings } from '../../../services/admin/src/settings/admin-settings';
import { pepperFileOf } from '../../../services/standalone/src/admin/pepper-file';
import { openDataFolder } from '../../../services/standalone/src/data-folder/data-folder';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

type Command = ReturnType<typeof adminProgram>;
type Json = Readonly<Record<string, unknown>>;
type Case = { action: AuditAction; words: () => string[] } | { nothing: string };

let postgres: TestDatabase;
let database: Database;
let folder: string;
const answers: AdminAnswer[] = [];
beforeAll(async () => {
  postgres = await openTestDatabase();
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-commands-'));
  writeFileSync(path.join(folder, 'links.csv'), 'slug,url\nmoved,https://a.example/moved\n');
  writeFileSync(path.join(folder, 'utm.json'), '{"enabled": true, "lowercase": true}');
  writeFileSync(path.join(folder, 'other.jsonl'), exportedElsewhere());
});
afterAll(async () => {
  await database.close();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The export of a workspace without links. */
function exportedElsewhere(): string {
  const createdAt = '2026-01-01T00:00:00.000Z';
  const terms = { isYearly: false, billingAnchor: '2026-01-01', cadenceChangesOn: null, yearStartsIn: null };
  const rules = { defaultZoneDomain: null, utmConventions: null, requiresSecondFactor: false };
  const records = [
    { kind: 'export', version: 1, of: 'workspace', id: 'ws_other', at: createdAt },
    {
      kind: 'workspace',
      id: 'ws_other',
      name: 'Other',
      plan: 'pro',
      ...terms,
      ...rules,
      suspendedAt: null,
      createdAt,
    },
    { kind: 'member', email: 'ada@example.com', isEmailProven: true, role: 'owner', joinedAt: createdAt },
    { kind: 'end', records: 3 },
  ];
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function makeProgram(): Command {
  let command = '';
  const printAnswer = (answer: AdminAnswer) => void answers.push(answer);
  const { db } = database;
  const applyChanges = () => Promise.resolve();
  const readLinkCounts = () => Promise.resolve([]);
  const tokenPepper = 'a pepper of 32 characters or more';
  const appUrl = () => Promise.resolve('https://krz.example');
  const embedded = { importsFolder: folder, pepper: pepperFileOf(openDataFolder(path.join(folder, 'data'))) };
  const writeClickRows = () => Promise.resolve();
  const connection = { db, tokenPepper, appUrl, applyChanges, readLinkCounts, writeClickRows, embedded };
  const run = makeAdminRunner({
    dataDirectory: folder,
    command: () => command,
    connect: () =>
      Promise.resolve({ kind: 'connected', connection: { ...connection, close: () => Promise.resolve() } }),
    printAnswer,
    onOpen: () => undefined,
  });
  const groups = makeCommandGroups({
    admin: readAdminSettings({}),
    log: silentLog,
    printAnswer,
    clock: systemClock,
    readPassword: () => Promise.resolve('a horse, a stable and correctness'),
    bar: { show: () => undefined, end: () => undefined },
    output: process.stdout,
    workingDirectory: folder,
  });
  const onCommand = (words: string) => (command = words);
  const nowhere = { write: () => undefined };
  return adminProgram(groups, run, {
    output: nowhere,
    errors: nowhere,
    onMisuse: () => undefined,
    onCommand,
  });
}

async function kurz(...words: string[]): Promise<Json> {
  await makeProgram().parseAsync(['node', 'kurz', ...words]);
  const answer = answers.pop();
  if (answer?.kind === 'done') return answer.json;
  throw new Error(`kurz ${words.join(' ')}: ${JSON.stringify(answer)}`);
}

const known: Record<string, string> = {};
const remembered = (name: string) => known[name] ?? `no ${name}`;

const READING = ['workspace', 'token', 'zone', 'destination', 'import', 'shards'].map(
  (group) => `${group} list`,
);
const READS_PEER = { nothing: 'needs a server of that name; shown by tests/flow/peers-move-in.slow.test.ts' };

/** In this order, because a case may need what the cases before it have made. */
const cases: Record<string, Case> = {
  ...Object.fromEntries(
    [...READING, 'zone check', 'plan show', 'doctor'].map((one) => [one, { nothing: 'only reads' }]),
  ),
  'user create': { action: 'user.created', words: () => ['--email', 'new@example.com'] },
  'user prove-email': { action: 'user.email_proven', words: () => ['claimed@example.com'] },
  'user reset-second-factor': {
    action: 'user.second_factor_removed',
    words: () => ['ada@example.com'],
  },
  'user sign-in-link': { action: 'user.sign_in_link_made', words: () => ['ada@example.com'] },
  'user set-password': { action: 'user.password_changed', words: () => ['--email', 'ada@example.com'] },
  'workspace create': {
    action: 'workspace.created',
    words: () => ['--name', 'Another', '--owner', 'ada@example.com', '--plan', 'free'],
  },
  'workspace set-plan': {
    action: 'workspace.plan_changed',
    words: () => [remembered('workspace'), 'business'],
  },
  'workspace suspend': { action: 'workspace.suspended', words: () => [remembered('workspace')] },
  'workspace resume': { action: 'workspace.resumed', words: () => [remembered('workspace')] },
  'workspace export': {
    action: 'workspace.exported',
    words: () => [remembered('workspace'), '--to', 'workspace.jsonl'],
  },
  'workspace import': { action: 'workspace.imported', words: () => ['other.jsonl'] },
  'user export': { action: 'user.exported', words: () => ['new@example.com', '--to', 'user.jsonl'] },
  'user suspend': { action: 'user.suspended', words: () => ['new@example.com'] },
  'user resume': { action: 'user.resumed', words: () => ['new@example.com'] },
  'member set': {
    action: 'member.joined',
    words: () => [remembered('workspace'), 'new@example.com', 'admin'],
  },
  'workspace transfer begin': {
    action: 'workspace.transfer_begun',
    words: () => [remembered('workspace'), '--to', 'new@example.com'],
  },
  'workspace transfer end': {
    action: 'workspace.transfer_ended',
    words: () => [remembered('workspace')],
  },
  'member remove': {
    action: 'member.removed',
    words: () => [remembered('workspace'), 'ada@example.com'],
  },
  'token create': {
    action: 'token.created',
    words: () => ['--name', 'CI', '--workspace', remembered('workspace'), '--scopes', 'links:read'],
  },
  'pepper rotate': { action: 'pepper.rotated', words: () => [] },
  'pepper retire': { action: 'pepper.retired', words: () => ['--force'] },
  'token revoke': { action: 'token.revoked', words: () => [remembered('token')] },
  'zone add': { action: 'zone.created', words: () => ['go.example', '--global'] },
  'zone disable': { action: 'zone.edited', words: () => ['go.example'] },
  'zone enable': { action: 'zone.edited', words: () => ['go.example'] },
  'zone set-default': { action: 'zone.edited', words: () => ['go.example'] },
  'zone remove': { action: 'zone.removed', words: () => ['old.example'] },
  'link restrict': { action: 'link.restricted', words: () => ['krz.example', 'bait'] },
  'link unrestrict': { action: 'link.unrestricted', words: () => ['krz.example', 'bait'] },
  'link unsafe': { action: 'link.marked_unsafe', words: () => ['krz.example', 'bait'] },
  'link safe': { action: 'link.marked_safe', words: () => ['krz.example', 'bait'] },
  'destination block': {
    action: 'destination.blocked',
    words: () => ['phish.example', '--as', 'unsafe'],
  },
  'destination unblock': { action: 'destination.unblocked', words: () => ['phish.example'] },
  'utm-conventions set': {
    action: 'workspace.utm_conventions_changed',
    words: () => [remembered('workspace'), 'utm.json'],
  },
  'import csv': {
    action: 'import.finished',
    words: () => ['links.csv', '--workspace', remembered('workspace'), '--zone', 'krz.example'],
  },
  ...Object.fromEntries(peerApis.map(({ name }) => [`import ${name}`, READS_PEER])),
  'import undo': { action: 'import.undone', words: () => [remembered('import')] },
  'workspace delete': { action: 'workspace.deleted', words: () => [remembered('workspace')] },
  'user delete': { action: 'user.deleted', words: () => ['new@example.com'] },
  'visits import': { nothing: 'needs a journal to write to; shown by tests/flow/import-on-servers.test.ts' },
  migrate: { nothing: 'changes tables, not what is in them' },
  topics: { nothing: 'changes Kafka' },
  'shards rebalance': { nothing: 'changes where counts lie, not what they say' },
  'shards move': { nothing: 'changes where counts lie, not what they say' },
  'journal drain': { nothing: 'ships visits' },
  'journal resume': { nothing: 'ships visits' },
};

function commandsOf(command: Command, words: string[] = []): string[] {
  if (command.commands.length === 0) return [words.join(' ')];
  return command.commands.flatMap((inside) => commandsOf(inside, [...words, inside.name()]));
}

it('lists every command, and no other', () => {
  expect(Object.keys(cases).sort()).toEqual(commandsOf(makeProgram()).sort());
});

describe('each that changes something', () => {
  beforeAll(async () => {
    await kurz('zone', 'add', 'krz.example', '--global');
    await kurz('zone', 'add', 'old.example', '--global');
    await kurz('user', 'create', '--email', 'ada@example.com');
    const { id: ada } = await database.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'ada@example.com')
      .executeTakeFirstOrThrow();
    await database.db
      .insertInto('totp_secrets')
      .values({ user_id: ada, sealed: Buffer.alloc(1), confirmed_at: new Date() })
      .execute();
    await database.db.insertInto('users').values({ id: 'usr_claim', email: 'claimed@example.com' }).execute();
    const terms = ['--name', 'Team', '--owner', 'ada@example.com', '--plan', 'team'];
    const { id } = await kurz('workspace', 'create', ...terms);
    known['workspace'] = String(id);
    const token = ['--name', 'old', '--workspace', String(id), '--scopes', 'links:read'];
    known['token'] = String((await kurz('token', 'create', ...token))['id']);
    const { id: zoneId } = await database.db
      .selectFrom('zones')
      .select('id')
      .where('domain', '=', 'krz.example')
      .executeTakeFirstOrThrow();
    const link = { url: 'https://a.example/', location: 'https://a.example/', slug: 'bait' };
    await database.db
      .insertInto('links')
      .values({ id: 'lnk_bait', workspace_id: String(id), zone_id: zoneId, ...link })
      .execute();
  });

  const written = Object.entries(cases).flatMap(([command, one]) =>
    'action' in one ? [[command, one.action, one.words] as const] : [],
  );

  it.each(written)('%s writes %s', async (command, action, words) => {
    const { id: before } = await database.db
      .selectFrom('audit_events')
      .select(({ fn }) => fn.max<number>('id').as('id'))
      .executeTakeFirstOrThrow();
    const answer = await kurz(...command.split(' '), ...words());
    if (command === 'import csv') known['import'] = String(answer['id']);
    const events = await database.db
      .selectFrom('audit_events')
      .select(['action', 'actor_kind as kind', 'command'])
      .where('id', '>', before)
      .execute();
    expect(events).toContainEqual({ action, kind: 'operator', command });
    expect(events.filter(({ kind }) => kind !== 'operator')).toEqual([]);
  });
});
