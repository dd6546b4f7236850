// The endpoints of a person's own passkeys: adding, renaming and removing them, and asking for one to re-authenticate.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import { refuse } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type { ConsoleOutcome, ConsoleRoute, UserRequest } from '../http/console-route';
import { answer } from '../http/route';
import {
  addPasskey,
  beginPasskey,
  PASSKEYS_PER_PERSON,
  type AddPasskeyOutcome,
} from '../passkeys/add-passkey';
import { removePasskey, renamePasskey, type RemovePasskeyOutcome } from '../passkeys/own-passkeys';
import type { RelyingParty } from '../passkeys/relying-party';
import { issueAuthenticationOptions } from '../passkeys/use-passkey';
import { validatePasskeyName } from '../passkeys/validate-passkey-name';
import { unauthenticated } from '../sessions/authenticate-session';
import { consolePaths } from './console-paths';
import type { Reauthenticate } from './reauthenticate';
import { refusalOfPasskey, relyingPartyHere } from './refusal-of-passkey';

const readNewPasskey = makeBodyReader<{ name: string; credential: object }>({
  type: 'object',
  required: ['name', 'credential'],
  properties: { name: { type: 'string' }, credential: { type: 'object' } },
});

const readName = makeBodyReader<{ name: string }>({
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' } },
});

type Deps = { db: Db; clock: Clock; reauthenticate: Reauthenticate };

const tooMany = () => refuse('PASSKEY_LIMIT_REACHED', { max: PASSKEYS_PER_PERSON });

function answerOfAdding(outcome: AddPasskeyOutcome): ConsoleOutcome {
  switch (outcome.kind) {
    case 'added':
      return answer(201, { id: outcome.passkeyId, recoveryCodes: outcome.recoveryCodes });
    case 'exists':
      return refuse('PASSKEY_EXISTS');
    case 'too_many':
      return tooMany();
    case 'session_ended':
      return unauthenticated();
    case 'expired':
    case 'refused':
      return refusalOfPasskey(outcome.kind);
  }
}

function answerOfRemoving(outcome: RemovePasskeyOutcome): ConsoleOutcome {
  switch (outcome.kind) {
    case 'removed':
      return answer(204, undefined);
    case 'no_such_passkey':
      return refuse('PASSKEY_NOT_FOUND');
    case 'session_ended':
      return unauthenticated();
    case 'only_way_in':
      return refuse('PASSKEY_ONLY_WAY_IN');
    case 'required':
      return refuse('SECOND_FACTOR_STAYS', { workspaces: outcome.workspaces.join(', ') });
  }
}

export function makePasskeyRoutes(
  { db, clock, reauthenticate }: Deps,
  settings: { relyingParty?: RelyingParty },
): ConsoleRoute[] {
  const now = () => new Date(clock.now());

  async function begin(request: UserRequest): Promise<ConsoleOutcome> {
    const here = relyingPartyHere(request, settings.relyingParty);
    if (here.kind === 'refused') return here;
    const reauthenticated = await reauthenticate(request);
    if (reauthenticated.kind === 'refused') return reauthenticated;
    const { user, sessionId } = request;
    const asked = { userId: user.id, email: user.email, sessionId, now: now() };
    const begun = await beginPasskey(db, asked, here);
    return begun.kind === 'begun' ? answer(201, { options: begun.options }) : tooMany();
  }

  /** The person has re-authenticated for the challenge that this request answers. */
  async function add(request: UserRequest): Promise<ConsoleOutcome> {
    const here = relyingPartyHere(request, settings.relyingParty);
    if (here.kind === 'refused') return here;
    const read = readNewPasskey(request.body);
    if (read.kind === 'refused') return read;
    const named = validatePasskeyName(read.body.name);
    if (named.kind === 'refused') return named;
    const { user, sessionId } = request;
    const { credential } = read.body;
    const added = { userId: user.id, sessionId, name: named.name, credential, now: now() };
    return answerOfAdding(await addPasskey(db, added, here, auditActorOfPerson(request)));
  }

  async function rename(request: UserRequest): Promise<ConsoleOutcome> {
    const read = readName(request.body);
    if (read.kind === 'refused') return read;
    const named = validatePasskeyName(read.body.name);
    if (named.kind === 'refused') return named;
    const renaming = {
      userId: request.user.id,
      passkeyId: request.params['passkey'] ?? '',
      name: named.name,
    };
    const isRenamed = await renamePasskey(db, renaming, auditActorOfPerson(request));
    return isRenamed ? answer(204, undefined) : refuse('PASSKEY_NOT_FOUND');
  }

  async function remove(request: UserRequest): Promise<ConsoleOutcome> {
    const reauthenticated = await reauthenticate(request);
    if (reauthenticated.kind === 'refused') return reauthenticated;
    const which = { userId: request.user.id, passkeyId: request.params['passkey'] ?? '' };
    return answerOfRemoving(await removePasskey(db, which, auditActorOfPerson(request)));
  }

  async function requestReauthentication(request: UserRequest): Promise<ConsoleOutcome> {
    const here = relyingPartyHere(request, settings.relyingParty);
    if (here.kind === 'refused') return here;
    const { user, sessionId } = request;
    const use = { purpose: 'proof', boundTo: sessionId } as const;
    const options = await issueAuthenticationOptions(db, { use, userId: user.id, now: now() }, here);
    return options ? answer(201, { options }) : refuse('PASSKEY_NOT_FOUND');
  }

  const { passkeys, passkey, passkeyOptions, passkeyProof } = consolePaths;
  const own = { access: 'user', isWrite: false } as const;
  return [
    { method: 'POST', path: passkeyOptions, ...own, handle: begin },
    { method: 'POST', path: passkeyProof, ...own, handle: requestReauthentication },
    { method: 'POST', path: passkeys, ...own, handle: add },
    { method: 'PATCH', path: passkey, ...own, handle: rename },
    { method: 'DELETE', path: passkey, ...own, handle: remove },
  ];
}
