// Managing custom domains as a page of the web app does, each test in a workspace of its own.

import type { Plan } from '@kurz/database';
import { signIn, type Person } from './sign-in';
import type { Answered, TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

export type Zone = {
  id: string;
  domain: string;
  name: string;
  zoneType: string;
  isEnabled: boolean;
  isDefault: boolean;
  tlsState: string;
  ownershipState: string;
  rootRedirectURL: string;
  verification: { type: string; name: string; value: string };
};
export type Zones = { global: Zone[]; user: Zone[] };
export type ZoneAnswer = { zone: Zone } & ErrorAnswer;

/** A workspace with an admin who is signed in. */
export type Place = {
  person: Person;
  workspaceId: string;
  token: string;
  /** Path of the workspace's domains, below /x. */
  path: string;
  add: (domain: string) => Promise<Answered<ZoneAnswer>>;
  /** Adds a domain and takes its ownership as verified. */
  addVerified: (domain: string) => Promise<Zone>;
  edit: (zoneId: string, body: object) => Promise<Answered<ZoneAnswer>>;
  list: () => Promise<Zones>;
};

export function setOwnership(api: TestApi, zoneId: string, state: 'verified' | 'pending') {
  return api.db.updateTable('zones').set({ ownership_state: state }).where('id', '=', zoneId).execute();
}

export async function newPlace(api: TestApi, plan: Plan = 'pro'): Promise<Place> {
  const { workspaceId, token } = await api.addWorkspace({ plan });
  const person = await signIn(api, { [workspaceId]: 'admin' });
  const path = `/workspaces/${workspaceId}/zones`;
  const add: Place['add'] = (domain) => person.ask('POST', path, { domain });
  return {
    person,
    workspaceId,
    token,
    path,
    add,
    addVerified: async (domain) => {
      const { zone } = (await add(domain)).body;
      await setOwnership(api, zone.id, 'verified');
      return zone;
    },
    edit: (zoneId, body) => person.ask('PATCH', `${path}/${zoneId}`, body),
    list: async () => (await person.ask<Zones>('GET', path)).body,
  };
}

export const codeOf = ({ status, body }: { status: number; body: ErrorAnswer }) => [status, body.code];
