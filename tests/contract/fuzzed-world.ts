// What schemathesis finds behind /x: people with workspaces in which every kind of thing exists, and supplies for a few
// valid requests of each operation that uses something up. Read by tests/schemathesis/console_hooks.py.

import { addMember, addPerson, PASSWORD, type TestPerson } from './console-browser';
import { addEmailLink } from './add-email-link';
import { suppliesOfImports } from './fuzzed-imports';
import type { Prepared, SignInFields, Supplies } from './fuzzed-supplies';
import type { MailServer } from './start-mail-server';
import type { WritingWorld } from './writing-world';

/** Each person may send 600 requests a minute. */
const PEOPLE = 16;
/** Number of valid requests for each operation that uses something up. */
const SUPPLY = 4;

/** Values by path parameter, with how to sign in; `zone`, `user`, `token` and `invitation` exist for the whole run. */
export type FuzzedPerson = SignInFields & { workspace: string } & Record<string, string>;

export type FuzzedWorld = { people: FuzzedPerson[]; prepared: Record<string, Prepared[]> };

const signInOf = ({ email }: TestPerson): SignInFields => ({ email, password: PASSWORD });

const W = '/workspaces/{workspace}';

function suppliesOfAccounts({ opened, newName, invite }: WritingWorld, mails: MailServer): Supplies {
  const newPerson = () => addPerson(opened().api);

  async function mailedInvitation(email: string): Promise<string> {
    await invite(email);
    return (await mails.mailTo(email)).secret;
  }

  async function newUnverified(): Promise<TestPerson> {
    const person = await newPerson();
    const { db } = opened().api;
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', person.userId).execute();
    return person;
  }

  return {
    'POST /session': async () => ({ body: signInOf(await newPerson()) }),
    'POST /session/refresh': async () => ({ refreshOf: signInOf(await newPerson()) }),
    'DELETE /sessions': async () => ({ person: signInOf(await newPerson()) }),
    'DELETE /sessions/{session}': async () => {
      const person = await newPerson();
      const { body } = await person.browser.call<{ sessions: { id: string }[] }>('GET', '/sessions');
      return { person: signInOf(person), path: { session: body.sessions[0]?.id ?? '' } };
    },
    'PUT /me/password': async () => ({
      person: signInOf(await newPerson()),
      body: { oldPassword: PASSWORD },
    }),
    'DELETE /me': async () => ({ person: signInOf(await newPerson()), body: { password: PASSWORD } }),
    'POST /me/email-proof': async () => ({ person: signInOf(await newUnverified()) }),
    'POST /me/email-proof/confirm': async () => {
      const person = await newUnverified();
      const secret = await addEmailLink(opened().api, person, 'email-proof');
      return { person: signInOf(person), body: { secret } };
    },
    'POST /password-resets': async () => ({ body: { email: (await newPerson()).email } }),
    'POST /password-resets/confirm': async () => ({
      body: { secret: await addEmailLink(opened().api, await newPerson(), 'password-reset') },
    }),
    'POST /invitations/read': async () => ({
      body: { secret: await mailedInvitation(`${newName()}@example.com`) },
    }),
    'POST /invitations/accept': async () => {
      const person = await newPerson();
      return { person: signInOf(person), body: { secret: await mailedInvitation(person.email) } };
    },
    'POST /invitations/sign-up': async () => ({
      body: { secret: await mailedInvitation(`${newName()}@example.com`) },
    }),
  };
}

function suppliesOfWorkspaces(world: WritingWorld): Supplies {
  const {
    opened,
    newName,
    newWorkspace,
    ask,
    at,
    addLink,
    addTag,
    addZone,
    invite,
    addToken,
    beginTransfer,
  } = world;
  const here = (path: Record<string, string> = {}) => ({
    person: signInOf(opened().owner),
    path: { workspace: opened().workspaceId, ...path },
  });

  const withTag = async () => ({
    person: signInOf(opened().owner),
    workspace: opened().workspaceId,
    path: { tag: await addTag() },
  });

  async function newMember(): Promise<string> {
    const { api, workspaceId } = opened();
    return (await addMember(api, workspaceId, 'viewer')).userId;
  }

  async function verifiedZone(): Promise<string> {
    const { id, verification } = await addZone();
    opened().dns.setTxt(verification.name, [verification.value]);
    await ask('POST', at(`/zones/${id}/verify`));
    return id;
  }

  return {
    'DELETE /tokens/{token}': async () =>
      here({ token: await addToken('/tokens', { personalScopes: ['links:read'] }) }),
    [`DELETE ${W}`]: async () => ({
      ...here({ workspace: await newWorkspace() }),
      body: { password: PASSWORD },
    }),
    [`PUT ${W}/plan`]: async () => here({ workspace: await newWorkspace() }),
    [`PATCH ${W}/members/{user}`]: async () => here({ user: await newMember() }),
    [`DELETE ${W}/members/{user}`]: async () => here({ user: await newMember() }),
    [`DELETE ${W}/invitations/{invitation}`]: async () =>
      here({ invitation: (await invite(`${newName()}@example.com`)).invitation.id }),
    [`POST ${W}/transfer`]: async () => {
      const workspace = await newWorkspace();
      const { email } = await addMember(opened().api, workspace, 'member');
      return { ...here({ workspace }), body: { email } };
    },
    [`GET ${W}/transfer`]: async () => here({ workspace: (await beginTransfer()).id }),
    [`DELETE ${W}/transfer`]: async () => here({ workspace: (await beginTransfer()).id }),
    [`POST ${W}/transfer/accept`]: async () => {
      const { id, heir } = await beginTransfer();
      return { person: signInOf(heir), path: { workspace: id } };
    },
    [`DELETE ${W}/tokens/{token}`]: async () =>
      here({ token: await addToken(at('/tokens'), { scopes: ['links:read'] }) }),
    [`PATCH ${W}/zones/{zone}`]: async () => here({ zone: await verifiedZone() }),
    [`DELETE ${W}/zones/{zone}`]: async () => here({ zone: (await addZone()).id }),
    [`POST ${W}/zones/{zone}/verify`]: async () => {
      const { id, verification } = await addZone();
      opened().dns.setTxt(verification.name, [verification.value]);
      return here({ zone: id });
    },
    [`PUT ${W}/zones/{zone}/default`]: async () => here({ zone: await verifiedZone() }),
    [`DELETE ${W}/zones/{zone}/default`]: async () => here({ zone: await verifiedZone() }),
    'DELETE /tags/{tag}': withTag,
    'PATCH /tags/{tag}': withTag,
    [`DELETE ${W}/tags/{tag}`]: async () => here({ tag: await addTag() }),
    [`PATCH ${W}/tags/{tag}`]: async () => here({ tag: await addTag() }),
    [`DELETE ${W}/urls/{slug}`]: async () => here({ slug: await addLink() }),
  };
}

async function newFuzzedPerson({
  opened,
  newName,
  newWorkspace,
  ask,
  at,
}: WritingWorld): Promise<FuzzedPerson> {
  const person = await addPerson(opened().api);
  const workspace = await newWorkspace(person);
  const asPerson = <T>(method: string, path: string, body?: unknown) =>
    ask<T>(method, at(path, workspace), body, person);
  type Ids = { id: string };
  const { zone } = (await asPerson<{ zone: Ids }>('POST', '/zones', { domain: `${newName()}.example` })).body;
  const slug = newName();
  await asPerson('POST', '/urls', { url: 'https://example.com/?utm_campaign=spring', slug });
  const { userId } = await addMember(opened().api, workspace, 'viewer');
  return { ...signInOf(person), workspace, zone: zone.id, user: userId, slug };
}

export async function makeFuzzedWorld(world: WritingWorld, mails: MailServer): Promise<FuzzedWorld> {
  const people: FuzzedPerson[] = [];
  for (let count = 0; count < PEOPLE; count++) people.push(await newFuzzedPerson(world));
  const prepared: Record<string, Prepared[]> = {};
  const supplies = {
    ...suppliesOfAccounts(world, mails),
    ...suppliesOfWorkspaces(world),
    ...suppliesOfImports(world, signInOf(world.opened().owner)),
  };
  for (const [operation, make] of Object.entries(supplies)) {
    const supply: Prepared[] = [];
    for (let count = 0; count < SUPPLY; count++) supply.push(await make());
    prepared[operation] = supply;
  }
  return { people, prepared };
}
