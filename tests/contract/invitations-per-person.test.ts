// A person's open invitations in all workspaces, and invitation mails in 24 hours, are limited, whatever happens to the
// workspaces. Repeated creation, invitation and deletion does not make a mail relay.

import { MAILS_PER_ADDRESS_AND_WORKSPACE } from '../../services/api/src/workspaces/members/invitation-mails';
import { addMember, addOwnWorkspace, addPerson, PASSWORD, type TestPerson } from './console-browser';
import { startApi, type TestApi } from './start-api';
import { startMailServer, type MailServer } from './start-mail-server';

const MAX_INVITATIONS = 4;
let api: TestApi;
let mailServer: MailServer;
let mailing: TestApi;
beforeAll(async () => {
  mailServer = await startMailServer();
  const mail = { smtpUrl: mailServer.url, from: 'Kurz <kurz@krz.example>', appUrl: 'https://krz.example' };
  const settings = { maxPersonInvitations: MAX_INVITATIONS };
  api = await startApi({ settings });
  mailing = await startApi({ settings: { ...settings, mail } });
});
afterAll(async () => {
  await api.close();
  await mailing.close();
  await mailServer.close();
});

let names = 0;
const freshEmail = () => `guest-${++names}@invited.example`;
type Answer = { code?: string; error?: string };
const invite = async (person: TestPerson, workspaceId: string, email = freshEmail()) => {
  const body = { email, role: 'viewer' };
  const path = `/workspaces/${workspaceId}/invitations`;
  const answered = await person.browser.call<Answer>('POST', path, { body });
  return { code: [answered.status, answered.body.code], answered };
};
const deleteWorkspace = (person: TestPerson, id: string) =>
  person.browser.call('DELETE', `/workspaces/${id}`, { body: { password: PASSWORD } });

test('open invitations of one person are bounded over all workspaces, however many are asked for at once', async () => {
  const person = await addPerson(api);
  const workspaces = [await addOwnWorkspace(person), await addOwnWorkspace(person)];
  const asked = Array.from({ length: MAX_INVITATIONS + 2 }, (_, index) =>
    invite(person, workspaces[index % 2] ?? ''),
  );
  const codes = (await Promise.all(asked)).map(({ code }) => String(code)).sort();
  expect(codes).toEqual([
    ...Array<string>(MAX_INVITATIONS).fill('201,'),
    ...Array<string>(2).fill('403,PERSON_INVITATION_LIMIT_REACHED'),
  ]);
  const { answered } = await invite(person, workspaces[0] ?? '');
  expect(answered.body.error).toContain(String(MAX_INVITATIONS));
});

test('another admin invites on, and an invitation that is replaced or withdrawn makes room', async () => {
  const person = await addPerson(api);
  const id = await addOwnWorkspace(person);
  const email = freshEmail();
  const first = await invite(person, id, email);
  for (let count = 1; count < MAX_INVITATIONS; count++) await invite(person, id);
  expect((await invite(person, id)).code).toEqual([403, 'PERSON_INVITATION_LIMIT_REACHED']);
  expect((await invite(person, id, email.toUpperCase())).code).toEqual([201, undefined]);
  const admin = await addMember(api, id, 'admin');
  expect((await invite(admin, id)).code).toEqual([201, undefined]);
  expect(first.code).toEqual([201, undefined]);
  await deleteWorkspace(person, id);
  expect((await invite(person, await addOwnWorkspace(person))).code).toEqual([201, undefined]);
});

test('a person who creates, invites and deletes again and again has so many mailed in 24 hours', async () => {
  const person = await addPerson(mailing);
  const codes: unknown[] = [];
  for (let round = 0; round < MAX_INVITATIONS; round++) {
    const id = await addOwnWorkspace(person);
    for (let count = 0; count < 2; count++) codes.push((await invite(person, id)).code);
    expect((await deleteWorkspace(person, id)).status).toBe(204);
  }
  expect(codes).toEqual([
    ...Array<unknown>(MAX_INVITATIONS).fill([201, undefined]),
    ...Array<unknown>(2 * MAX_INVITATIONS - MAX_INVITATIONS).fill([429, 'RATE_LIMITED']),
  ]);
  const id = await addOwnWorkspace(person);
  const { answered } = await invite(person, id);
  expect(Number(answered.headers.get('retry-after'))).toBeGreaterThan(86_000);
  const admin = await addMember(mailing, id, 'admin');
  expect((await invite(admin, id)).code).toEqual([201, undefined]);
});

test('an invitation that is refused, and so mails nothing, takes nothing from what may be mailed', async () => {
  const person = await addPerson(mailing);
  const { body } = await person.browser.call<{ workspaces: { id: string }[] }>('GET', '/workspaces');
  const personal = body.workspaces[0]?.id ?? '';
  const email = freshEmail();
  for (let time = 0; time < MAX_INVITATIONS; time++)
    expect((await invite(person, personal, email)).code).toEqual([409, 'PERSONAL_WORKSPACE']);
  const id = await addOwnWorkspace(person);
  const member = await addMember(mailing, id, 'member');
  for (let time = 0; time < MAILS_PER_ADDRESS_AND_WORKSPACE; time++)
    expect((await invite(person, id, member.email)).code).toEqual([409, 'ALREADY_MEMBER']);
  for (let time = 0; time < MAILS_PER_ADDRESS_AND_WORKSPACE; time++)
    expect((await invite(person, id, email)).code).toEqual([201, undefined]);
  // one more to this address is refused, and does not reduce what the person may mail to others
  for (let time = 0; time < MAX_INVITATIONS; time++)
    expect((await invite(person, id, email)).code).toEqual([429, 'RATE_LIMITED']);
  expect((await invite(person, id)).code).toEqual([201, undefined]);
  expect((await invite(person, id)).code).toEqual([429, 'RATE_LIMITED']);
});
