// Links in mails that are sent again: a link is good for one use, and a person has at most five of each kind.

import type { Database } from '@kurz/database';
import { sql } from 'kysely';
import { findEmailLink } from '../../../services/api/src/mail/email-links';
import {
  addMail,
  claimMails,
  releaseMail,
  type PendingMail,
} from '../../../services/api/src/mail/mail-outbox';
import { hashMailedSecret } from '../../../services/api/src/mail/mailed-secret';
import { prepareMail } from '../../../services/api/src/mail/prepare-mail';
import { resetPassword } from '../../../services/api/src/sessions/reset-password';
import { sessionKeysOf } from '../../../services/api/src/sessions/session-keys';
import { openLenientDatabase } from '../../fixture-database';

const { mail, invitation } = sessionKeysOf({ tokenPepper: 'p'.repeat(32) });
const now = new Date();
const settings = { keys: { ...mail, invitation }, appUrl: 'https://app.example', now };

let database: Database;
beforeEach(async () => {
  database = await openLenientDatabase();
  await database.db.insertInto('users').values({ id: 'usr_1', email: 'a@example.com' }).execute();
});
afterEach(() => database.close());

/** Simulated minutes since all mails were claimed, and the real time at which they were reached. */
let passed = { minutes: 0, at: new Date() };

async function clockOfPostgres(): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`SELECT clock_timestamp() AS at`.execute(database.db);
  return oneOf(rows).at;
}

/** Adds mails and claims them, as a process that sends them does. */
async function claimed(count: number): Promise<PendingMail[]> {
  const { db } = database;
  const expiresAt = new Date(now.getTime() + 3_600_000);
  for (let added = 0; added < count; added++)
    await addMail(db, { kind: 'password-reset', recipient: 'a@example.com', language: 'en', expiresAt });
  const mails: PendingMail[] = [];
  for (let some = await claimMails(db); some.length > 0; some = await claimMails(db)) mails.push(...some);
  passed = { minutes: 0, at: await clockOfPostgres() };
  return mails;
}

const prepare = (pending: PendingMail) => prepareMail(database.db, pending, settings);
const oneOf = <T>([one]: readonly T[]): T => {
  if (one === undefined) throw new Error('there is none');
  return one;
};

async function linkOf(pending: PendingMail) {
  const prepared = await prepare(pending);
  const secret = prepared.kind === 'ready' ? prepared.content.link.split('#')[1] : undefined;
  if (secret === undefined) throw new Error('the mail is pointless');
  const secretHashes = mail.link.map((key) => hashMailedSecret(secret, key));
  const find = () => findEmailLink(database.db, { kind: 'password-reset', secretHashes, now });
  const link = await find();
  if (!link) throw new Error('the link is not open');
  return { link, find };
}

const reset = ({ link }: Awaited<ReturnType<typeof linkOf>>) =>
  resetPassword(database.db, { link, passwordHash: 'hash', now });

it('opens five of those that are mailed at once, and renews each of these', async () => {
  const mails = await claimed(12);
  const kinds = (await Promise.all(mails.map(prepare))).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'ready')).toHaveLength(5);
  expect((await Promise.all(mails.map(prepare))).map(({ kind }) => kind)).toEqual(kinds);
  expect(await database.db.selectFrom('email_links').selectAll().execute()).toHaveLength(5);
});

it('a link that was used is not good again when its mail is sent again', async () => {
  const pending = oneOf(await claimed(1));
  const mailed = await linkOf(pending);
  expect(await reset(mailed)).toMatchObject({ kind: 'reset' });
  // a retry, as when the mail server took the mail and its answer was lost
  expect(await prepare(pending)).toEqual({ kind: 'pointless' });
  expect(await mailed.find()).toBeUndefined();
});

it('nor is another of the person, which that use has ended', async () => {
  const [first, second] = await claimed(2);
  if (!first || !second) throw new Error('no mails');
  const [used, other] = [await linkOf(first), await linkOf(second)];
  await reset(used);
  expect(await prepare(second)).toEqual({ kind: 'pointless' });
  expect(await other.find()).toBeUndefined();
});

/** Simulates the time: makes the mails due earlier, by the minutes less the time that the test itself has taken. */
async function claimedAfter(minutes: number) {
  const at = await clockOfPostgres();
  const ms = (minutes - passed.minutes) * 60_000 - (at.getTime() - passed.at.getTime());
  await sql`UPDATE mails SET next_try_at = next_try_at - ${ms} * interval '1 millisecond'`.execute(
    database.db,
  );
  passed = { minutes, at };
  return (await claimMails(database.db)).map(({ id, tries }) => [id, tries]);
}

it('a mail that one process sends is no other process’s while a slow server takes it', async () => {
  const { id } = oneOf(await claimed(1));
  expect(await claimedAfter(2)).toEqual([]);
  // the claim has expired, as it does when its process has died
  expect(await claimedAfter(3)).toEqual([[id, 2]]);
});

it('a mail whose try has failed is tried again after a minute', async () => {
  const pending = oneOf(await claimed(1));
  await releaseMail(database.db, pending);
  expect(await claimedAfter(0.9)).toEqual([]);
  expect(await claimedAfter(1)).toEqual([[pending.id, 2]]);
  // a late release by the first try does not affect the second
  await releaseMail(database.db, pending);
  expect(await claimedAfter(3)).toEqual([]);
});
