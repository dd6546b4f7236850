// A browser as the web app's endpoints meet it: keeps cookies by their paths, sends its page's origin and the header
// that forms cannot send. Each has its own jar, so one person may have several.

import { setMember, type GivenRole } from '@kurz/api';
import { createPerson } from '../create-person';
import { expectDescribed } from './openapi/described-answer';
import type { TestApi } from './start-api';

export type ConsoleAnswer<T> = { status: number; headers: Headers; body: T; setCookies: string[] };

export type ConsoleCall = {
  /** Sent as JSON; a string is sent as it is, as JSON by default. */
  body?: unknown;
  headers?: Record<string, string>;
};

export type Browser = {
  /** The cookie jar: values by name. */
  cookies: Map<string, string>;
  /** `path` below /x. T is the caller's claim about the body; throws when the answer is not described. */
  call: <T = unknown>(method: string, path: string, options?: ConsoleCall) => Promise<ConsoleAnswer<T>>;
  /** Fails the test when the sign-in is refused. */
  signIn: (email: string, password?: string) => Promise<void>;
};

export const PASSWORD = 'correct horse battery';

export const originOf = (api: Pick<TestApi, 'baseUrl'>) => new URL(api.baseUrl).origin;

/** The refresh cookie's path; the access cookie goes everywhere below /x. */
const isRefreshPath = (path: string) => path === '/session' || path.startsWith('/session/');

function keep(cookies: Map<string, string>, setCookies: readonly string[]): void {
  for (const setCookie of setCookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
    if (setCookie.includes('Max-Age=0')) cookies.delete(name);
    else cookies.set(name, value);
  }
}

export function openBrowser(api: Pick<TestApi, 'baseUrl'>, cookies = new Map<string, string>()): Browser {
  const origin = originOf(api);
  const call: Browser['call'] = async <T>(
    method: string,
    path: string,
    { body, headers }: ConsoleCall = {},
  ) => {
    const sent = [...cookies].filter(([name]) => name !== 'kurz_refresh' || isRefreshPath(path));
    const response = await fetch(`${origin}/x${path}`, {
      method,
      headers: {
        ...(sent.length > 0 && { cookie: sent.map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(method !== 'GET' && { origin, 'x-requested-with': 'kurz' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
    });
    const setCookies = response.headers.getSetCookie();
    keep(cookies, setCookies);
    const text = await response.text();
    const isJson = !/^(?:application\/x-ndjson|text\/csv)/.test(response.headers.get('content-type') ?? '');
    const parsed = (isJson ? JSON.parse(text || 'null') : text) as T;
    const answered = { status: response.status, headers: response.headers, body: parsed };
    expectDescribed('/x', method, path, answered);
    return { ...answered, setCookies };
  };
  return {
    cookies,
    call,
    signIn: async (email, password = PASSWORD) => {
      const { status } = await call('POST', '/session', { body: { email, password } });
      if (status !== 200) throw new Error(`the sign-in of ${email} ended with ${status}`);
    },
  };
}

export type TestPerson = { userId: string; email: string; personalWorkspaceId: string; browser: Browser };

let people = 0;

/** A person who is signed in. */
export async function addPerson(api: TestApi, password = PASSWORD): Promise<TestPerson> {
  const email = `console-${++people}@example.com`;
  const { userId, personalWorkspaceId } = await createPerson(api.db, { email, password });
  const browser = openBrowser(api);
  await browser.signIn(email, password);
  return { userId, email, personalWorkspaceId, browser };
}

/** A new workspace of the person. */
export async function addOwnWorkspace(owner: TestPerson, name = 'Team'): Promise<string> {
  const { status, body } = await owner.browser.call<{ workspace: { id: string } }>('POST', '/workspaces', {
    body: { name },
  });
  if (status !== 201) throw new Error(`the setup ended with ${status}`);
  return body.workspace.id;
}

export async function addMember(
  api: TestApi,
  workspaceId: string,
  role: GivenRole,
  person?: TestPerson,
): Promise<TestPerson> {
  const member = person ?? (await addPerson(api));
  const outcome = await setMember(api.db, workspaceId, member.email, role);
  if (outcome.kind !== 'set') throw new Error(`the setup ended with ${outcome.kind}`);
  return member;
}
