// A person at the web app: signed in with a password over real HTTP, with the cookies and headers that a page sends.

import type { Role } from '@kurz/database';
import { createPerson } from '../create-person';
import { expectDescribed } from './openapi/described-answer';
import type { Answered, TestApi } from './start-api';

export type Person = {
  userId: string;
  email: string;
  personalWorkspaceId: string;
  /** `path` below /x. T is the caller's claim about the body; throws when the answer is not described. */
  ask: <T>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answered<T>>;
  /** GET of an answer that is not JSON. */
  fetchBytes: (
    path: string,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; headers: Headers; bytes: Buffer }>;
};

const PASSWORD = 'a horse, a stable and correctness';
let people = 0;

/** A new person, a member of the workspaces that are named. */
export async function signIn(
  api: Pick<TestApi, 'db' | 'baseUrl'>,
  memberships: Record<string, Role> = {},
): Promise<Person> {
  const email = `signed-in-${++people}@example.com`;
  const { userId, personalWorkspaceId } = await createPerson(api.db, { email, password: PASSWORD });
  for (const [workspace_id, role] of Object.entries(memberships)) {
    await api.db.insertInto('members').values({ workspace_id, user_id: userId, role }).execute();
  }
  const { origin } = new URL(api.baseUrl);
  const page = { origin, 'x-requested-with': 'kurz', 'content-type': 'application/json' };
  const response = await fetch(`${origin}/x/session`, {
    method: 'POST',
    headers: page,
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (response.status !== 200) throw new Error(`the sign-in ended with ${response.status}`);
  const cookie = response.headers
    .getSetCookie()
    .map((value) => value.split(';', 1)[0])
    .join('; ');
  const ask = async <T>(method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const answered = await fetch(`${origin}/x${path}`, {
      method,
      headers: { ...page, cookie, ...headers },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await answered.text();
    const given = {
      status: answered.status,
      headers: answered.headers,
      body: JSON.parse(text || 'null') as T,
    };
    expectDescribed('/x', method, path, given);
    return given;
  };
  const fetchBytes: Person['fetchBytes'] = async (path, headers) => {
    const answered = await fetch(`${origin}/x${path}`, { headers: { ...page, cookie, ...headers } });
    const bytes = Buffer.from(await answered.arrayBuffer());
    const isJson = answered.headers.get('content-type')?.startsWith('application/json') ?? false;
    const body: unknown = isJson ? JSON.parse(bytes.toString()) : bytes.length > 0 ? bytes : null;
    expectDescribed('/x', 'GET', path, { status: answered.status, headers: answered.headers, body });
    return { status: answered.status, headers: answered.headers, bytes };
  };
  return { userId, email, personalWorkspaceId, ask, fetchBytes };
}
