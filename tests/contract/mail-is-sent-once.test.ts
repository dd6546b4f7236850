// PostgreSQL fails after a mail server has accepted a mail, or has permanently refused it. The mail is not sent again,
// and leaves the outbox once PostgreSQL works again.

import { sql } from 'kysely';
import { until } from '../until';
import { addPerson } from './console-browser';
import { makeMailWorld } from './mail-world';
import { startApi, type TestApi } from './start-api';
import { startMailServer, type MailServer } from './start-mail-server';

let api: TestApi;
let mailServer: MailServer;
const { askForReset, waitingMails, emptied, minutesPass } = makeMailWorld(() => api);

beforeAll(async () => {
  mailServer = await startMailServer();
  const mail = { smtpUrl: mailServer.url, from: 'kurz@krz.example', appUrl: 'https://krz.example' };
  api = await startApi({ settings: { mail, trustedProxies: 1 } });
  // a sequence keeps its numbers when the transaction is rolled back
  await sql`CREATE SEQUENCE refused_deletions`.execute(api.db);
  await sql`
    CREATE FUNCTION refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('refused_deletions') <= 3 THEN RAISE EXCEPTION 'a fault' USING ERRCODE = '40P01'; END IF;
      RETURN OLD;
    END $$`.execute(api.db);
  await sql`
    CREATE TRIGGER refuse_deletion BEFORE DELETE ON mails FOR EACH ROW EXECUTE FUNCTION refuse_deletion()`.execute(
    api.db,
  );
});
beforeEach(() => sql`ALTER SEQUENCE refused_deletions RESTART`.execute(api.db));
afterAll(async () => {
  await api.close();
  await mailServer.close();
});

/** Waits until the outbox is empty, and makes each next try due at once. */
async function tried(): Promise<void> {
  const isDeletionRefused = async () => {
    const { rows } = await sql<{ is: boolean }>`SELECT is_called AS is FROM refused_deletions`.execute(
      api.db,
    );
    return rows[0]?.is === true;
  };
  await until(isDeletionRefused, { what: 'a deletion is refused' });
  const goOn = setInterval(() => void minutesPass(10).catch(() => undefined), 1_000);
  try {
    await emptied();
  } finally {
    clearInterval(goOn);
  }
}

test('a mail that is sent is not sent again where its deletion fails three times', async () => {
  const { email } = await addPerson(api);
  await askForReset(email);
  await mailServer.mailTo(email);
  await tried();
  const { rows } = await sql<{
    tries: number;
  }>`SELECT last_value::int AS tries FROM refused_deletions`.execute(api.db);
  expect(rows).toEqual([{ tries: 4 }]);
  expect(mailServer.mails.filter(({ to }) => to.includes(email))).toHaveLength(1);
});

test('a mail that is refused for good is not offered again where its deletion fails three times', async () => {
  const { email } = await addPerson(api);
  mailServer.refuse(email, 550);
  await askForReset(email);
  await until(() => mailServer.refused.length > 0, { what: 'it was refused' });
  await tried();
  expect(mailServer.refused).toEqual([email]);
  expect(await waitingMails()).toEqual([]);
});
