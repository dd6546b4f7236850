// Mails by a real SMTP server: invitations whose secret only the invited address gets, proofs of addresses, and
// password resets.

import { setMember } from '@kurz/api';
import { addOwnWorkspace, addPerson, openBrowser, PASSWORD, type TestPerson } from './console-browser';
import { makeMailWorld, NEW_PASSWORD } from './mail-world';
import { startApi, type TestApi } from './start-api';
import { startMailServer, type MailServer } from './start-mail-server';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
let mailServer: MailServer;
let owner: TestPerson;
let team: string;
let now = Date.now();
beforeAll(async () => {
  mailServer = await startMailServer();
  const mail = { smtpUrl: mailServer.url, from: 'Kurz <kurz@krz.example>', appUrl: 'https://krz.example' };
  api = await startApi({ clock: { now: () => now }, settings: { mail, trustedProxies: 1 } });
  owner = await addPerson(api);
  team = await addOwnWorkspace(owner, 'Größe & Co');
});
const { fromElsewhere, addUnverified, askForReset, reset, waitingMails, emptied } = makeMailWorld(() => api);
afterAll(async () => {
  await api.close();
  await mailServer.close();
});

let people = 0;
const freshEmail = () => `mailed-${++people}@example.com`;

type Invited = { invitation: { id: string; isMailed: boolean }; secret?: string; path?: string };

async function invite(email: string, language = 'en'): Promise<Invited> {
  const { status, body } = await owner.browser.call<Invited>('POST', `/workspaces/${team}/invitations`, {
    body: { email, role: 'member' },
    headers: { 'accept-language': language },
  });
  expect(status).toBe(201);
  return body;
}

describe('an invitation', () => {
  test('goes to the invited address alone, in text and HTML; whoever invites never sees the secret', async () => {
    const email = freshEmail();
    const invited = await invite(email);
    expect(Object.keys(invited)).toEqual(['invitation']);
    expect(invited.invitation.isMailed).toBe(true);
    const mail = await mailServer.mailTo(email);
    expect(mail).toMatchObject({
      from: 'kurz@krz.example',
      to: [email],
      subject: 'Invitation to Größe & Co',
    });
    expect(mail.text).toContain(`https://krz.example/app/invitation#${mail.secret}`);
    expect(mail.text).toContain(owner.email);
    expect(mail.html).toContain('Größe &amp; Co');
    const listed = await owner.browser.call('GET', `/workspaces/${team}/invitations`);
    expect(JSON.stringify([invited, listed.body])).not.toContain(mail.secret);
  });

  test('is in German for whom invites in German', async () => {
    const email = freshEmail();
    await invite(email, 'de-AT, en;q=0.5');
    const mail = await mailServer.mailTo(email);
    expect(mail.subject).toBe('Einladung in Größe & Co');
    expect(mail.html).toContain('<html lang="de">');
  });

  test('proves the address of whoever uses it, and takes it from those who only claimed it', async () => {
    const squatter = await addUnverified(freshEmail());
    await invite(squatter.email);
    const { secret } = await mailServer.mailTo(squatter.email);
    const browser = openBrowser(api);
    const body = { secret, password: PASSWORD };
    const joined = await browser.call<{ user: { id: string } }>('POST', '/invitations/sign-up', { body });
    expect([joined.status, joined.body]).toMatchObject([
      201,
      { user: { email: squatter.email, isEmailProven: true }, workspaceId: team },
    ]);
    expect((await squatter.browser.call('GET', '/me')).status).toBe(401);
    const { workspaceId } = await api.addWorkspace();
    expect(await setMember(api.db, workspaceId, squatter.email, 'viewer')).toEqual({ kind: 'set' });
  });

  test('proves the address of the account that accepts it', async () => {
    const person = await addUnverified(freshEmail());
    await invite(person.email);
    const { secret } = await mailServer.mailTo(person.email);
    const joined = await person.browser.call('POST', '/invitations/accept', { body: { secret } });
    expect(joined.status).toBe(200);
    const me = await person.browser.call('GET', '/me');
    expect(me.body).toMatchObject({ user: { isEmailProven: true } });
  });

  test('is not sent when it was withdrawn before', async () => {
    const email = freshEmail();
    const { invitation } = await invite(email);
    await mailServer.mailTo(email);
    await api.db
      .updateTable('mails')
      .set({ next_try_at: new Date(0) })
      .execute();
    await owner.browser.call('DELETE', `/workspaces/${team}/invitations/${invitation.id}`);
    const waiting = await waitingMails();
    expect(waiting.filter(({ recipient }) => recipient === email)).toEqual([]);
  });
});

describe('a proof of one’s address', () => {
  test('comes by mail, in the language of the request, and counts once', async () => {
    const person = await addUnverified(freshEmail());
    const headers = { ...fromElsewhere(), 'accept-language': 'de' };
    expect((await person.browser.call('POST', '/me/email-proof', { headers })).status).toBe(202);
    const mail = await mailServer.mailTo(person.email);
    expect(mail.subject).toBe('E-Mail-Adresse bestätigen');
    const body = { secret: mail.secret };
    const verified = await person.browser.call('POST', '/me/email-proof/confirm', { body });
    const user = { id: person.userId, email: person.email, isEmailProven: true };
    const me = { user, hasPassword: true, hasSecondFactor: false };
    expect(verified).toMatchObject({ status: 200, body: me });
    expect((await person.browser.call('GET', '/me')).body).toEqual(me);
    expect((await person.browser.call('POST', '/me/email-proof/confirm', { body })).status).toBe(404);
    expect((await person.browser.call('POST', '/me/email-proof')).status).toBe(204);
  });

  test('proves nothing for somebody else who opens it, so a squatter cannot have it done by the owner', async () => {
    const squatter = await addUnverified(freshEmail());
    await squatter.browser.call('POST', '/me/email-proof', { headers: fromElsewhere() });
    const { secret } = await mailServer.mailTo(squatter.email);
    const refused = await owner.browser.call<ErrorAnswer>('POST', '/me/email-proof/confirm', {
      body: { secret },
    });
    expect([refused.status, refused.body.code]).toEqual([404, 'NOT_FOUND']);
    const signedOut = await openBrowser(api).call('POST', '/me/email-proof/confirm', { body: { secret } });
    expect(signedOut.status).toBe(401);
    // the secret is no password reset either
    expect((await reset(secret)).status).toBe(404);
    expect((await squatter.browser.call('GET', '/me')).body).toMatchObject({
      user: { isEmailProven: false },
    });
  });

  test('ends after a day', async () => {
    const person = await addUnverified(freshEmail());
    await person.browser.call('POST', '/me/email-proof', { headers: fromElsewhere() });
    const { secret } = await mailServer.mailTo(person.email);
    now += 24 * 60 * 60_000 + 1;
    await person.browser.call('POST', '/session/refresh');
    const late = await person.browser.call('POST', '/me/email-proof/confirm', { body: { secret } });
    expect(late.status).toBe(404);
    await owner.browser.call('POST', '/session/refresh');
  });
});

describe('a new password', () => {
  test('by a mailed link ends all sessions, keeps the person’s tokens, and counts once', async () => {
    const person = await addPerson(api);
    const token = await api.addUserToken(person.email, [], []);
    const asked = await askForReset(person.email.toUpperCase());
    expect([asked.status, asked.body]).toEqual([202, null]);
    const { secret, text } = await mailServer.mailTo(person.email);
    expect(text).toContain(`https://krz.example/app/password-reset#${secret}`);
    expect((await reset(secret)).status).toBe(204);
    expect((await person.browser.call('GET', '/me')).status).toBe(401);
    expect((await person.browser.call('POST', '/session/refresh')).status).toBe(401);
    const old = { email: person.email, password: PASSWORD };
    expect((await openBrowser(api).call('POST', '/session', { body: old })).status).toBe(401);
    await openBrowser(api).signIn(person.email, NEW_PASSWORD);
    const { revoked_at: revokedAt } = await api.db
      .selectFrom('tokens')
      .select('revoked_at')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect([token.slice(0, 3), revokedAt]).toEqual(['kz_', null]);
    const again = await reset(secret);
    expect([again.status, again.body?.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('used by two requests at once is set by one', async () => {
    const person = await addPerson(api);
    await askForReset(person.email);
    const { secret } = await mailServer.mailTo(person.email);
    const answers = await Promise.all([1, 2, 3].map((number) => reset(secret, `${NEW_PASSWORD} ${number}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  });

  test('is asked for with the same answer and the same work for an address without an account, which gets no mail', async () => {
    const [email, person] = [freshEmail(), await addPerson(api)];
    const [unknown, known] = [await askForReset(email), await askForReset(person.email)];
    const told = ({ status, body, headers }: typeof known) => [status, body, [...headers.keys()].sort()];
    expect(told(unknown)).toEqual(told(known));
    await mailServer.mailTo(person.email);
    await emptied();
    expect(mailServer.mails.filter(({ to }) => to.includes(email))).toEqual([]);
  });

  test('is too late after 30 minutes', async () => {
    const person = await addPerson(api);
    await askForReset(person.email);
    const { secret } = await mailServer.mailTo(person.email);
    now += 30 * 60_000 + 1;
    expect((await reset(secret)).status).toBe(404);
    await openBrowser(api).signIn(person.email);
    await owner.browser.call('POST', '/session/refresh');
  });

  test('is held to the rule for passwords, and the link stays good', async () => {
    const person = await addPerson(api);
    await askForReset(person.email);
    const { secret } = await mailServer.mailTo(person.email);
    for (const password of ['short', person.email]) {
      expect((await reset(secret, password)).body?.code).toBe('VALIDATION_FAILED');
    }
    expect((await reset(secret)).status).toBe(204);
  });

  test('proves an address that was not proven, and leaves nothing to whoever made the account', async () => {
    const person = await addUnverified(freshEmail());
    await person.browser.call('POST', '/tokens', {
      body: { name: 'x', personalScopes: ['links:read'], grants: [] },
    });
    await askForReset(person.email);
    const { secret } = await mailServer.mailTo(person.email);
    expect((await reset(secret)).status).toBe(204);
    const browser = openBrowser(api);
    await browser.signIn(person.email, NEW_PASSWORD);
    expect((await browser.call('GET', '/me')).body).toMatchObject({ user: { isEmailProven: true } });
    const tokens = await api.db
      .selectFrom('tokens')
      .select('revoked_at')
      .where('user_id', '=', person.userId)
      .execute();
    expect(tokens).toHaveLength(1);
    expect(tokens[0]?.revoked_at).not.toBeNull();
  });

  test('is mailed five times an hour for one address, and asked for 30 times from one client; then 429', async () => {
    const person = await addPerson(api);
    const ask = (email: string, address: Record<string, string>) => askForReset(email, address);
    for (const email of [person.email, freshEmail()]) {
      const statuses: number[] = [];
      for (let times = 1; times <= 6; times++) statuses.push((await ask(email, {})).status);
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    }
    const here = fromElsewhere();
    const statuses: number[] = [];
    for (let times = 1; times <= 31; times++) statuses.push((await ask(freshEmail(), here)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    await emptied();
    expect(mailServer.mails.filter(({ to }) => to.includes(person.email))).toHaveLength(5);
  });
});

test('no secret of a mail is stored anywhere, before or after it is sent', async () => {
  await owner.browser.signIn(owner.email);
  const [person, invited] = [await addPerson(api), freshEmail()];
  await askForReset(person.email);
  await invite(invited);
  const before = JSON.stringify(await waitingMails());
  const secrets = [(await mailServer.mailTo(person.email)).secret, (await mailServer.mailTo(invited)).secret];
  await emptied();
  const rows = await Promise.all([
    api.db.selectFrom('email_links').selectAll().execute(),
    api.db.selectFrom('invitations').selectAll().execute(),
  ]);
  const stored = before + JSON.stringify(rows);
  for (const secret of secrets) {
    expect(secret).toMatch(/^[\w-]{43}$/);
    for (const text of [secret, JSON.stringify(Buffer.from(secret, 'base64url'))]) {
      expect(stored).not.toContain(text);
    }
  }
});
