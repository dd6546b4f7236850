// People with passkeys, and what their browsers send.

import {
  openBrowser,
  originOf,
  PASSWORD,
  type Browser,
  type ConsoleAnswer,
  type TestPerson,
} from './console-browser';
import {
  makeAuthenticator,
  type Question,
  type SoftwareAuthenticator,
  type Wrong,
} from './software-authenticator';
import { startApi, type StartApiOptions, type TestApi } from './start-api';

/** An API that passkeys are made for, behind a proxy. */
export const startApiWithPasskeys = ({ settings, ...options }: StartApiOptions = {}): Promise<TestApi> =>
  startApi({ ...options, isLocalhost: true, settings: { trustedProxies: 1, ...settings } });

let clients = 0;

/** Headers of a new client address. */
export const elsewhere = () => ({
  'x-forwarded-for': `198.51.${Math.floor(clients / 250) % 250}.${(clients++ % 250) + 1}`,
});

export const at = <T>(
  browser: Browser,
  method: string,
  path: string,
  body?: unknown,
  headers = elsewhere(),
) => browser.call<T>(method, path, { body, headers });

const F = '/me/second-factor/passkeys';
export type Asked = { options: Question };
export type Added = { id: string; recoveryCodes: string[] };

/** `body`: the field that re-authenticates. */
export async function askToAdd(person: TestPerson, body: object = { password: PASSWORD }): Promise<Question> {
  const asked = await at<Asked>(person.browser, 'POST', `${F}/options`, body);
  if (asked.status !== 201) throw new Error(`the question ended with ${asked.status}`);
  return asked.body.options;
}

type Adding = { name?: string; wrong?: Wrong; reauthentication?: object };

/** Adds a passkey. Resolves with the answer to the authenticator's credential. */
export async function addTo(
  person: TestPerson,
  authenticator: SoftwareAuthenticator,
  { name = 'Phone', wrong, reauthentication }: Adding = {},
): Promise<ConsoleAnswer<Added>> {
  const credential = authenticator.create(await askToAdd(person, reauthentication), wrong);
  return at<Added>(person.browser, 'POST', F, { name, credential });
}

export type Holder = { person: TestPerson; authenticator: SoftwareAuthenticator } & Added;

export async function addHolder(
  api: Pick<TestApi, 'baseUrl'>,
  person: TestPerson,
  kind: Parameters<typeof makeAuthenticator>[1] = {},
): Promise<Holder> {
  const authenticator = makeAuthenticator(originOf(api), kind);
  const { status, body } = await addTo(person, authenticator);
  if (status !== 201) throw new Error(`the passkey ended with ${status}`);
  return { person, authenticator, ...body };
}

export async function askToSignIn(browser: Browser): Promise<Question> {
  return (await at<Asked>(browser, 'POST', '/session/passkey/options')).body.options;
}

/** Signs in by the passkey alone; `browser`: default a new one. */
export async function signInBy<T = unknown>(
  api: Pick<TestApi, 'baseUrl'>,
  authenticator: SoftwareAuthenticator,
  { wrong, browser = openBrowser(api) }: { wrong?: Wrong; browser?: Browser } = {},
): Promise<ConsoleAnswer<T>> {
  const credential = authenticator.get(await askToSignIn(browser), wrong);
  return at<T>(browser, 'POST', '/session/passkey', { credential });
}

/** The field of a body that re-authenticates a person. */
export async function reauthenticationBy(
  person: TestPerson,
  authenticator: SoftwareAuthenticator,
  wrong?: Wrong,
) {
  const asked = await at<Asked>(person.browser, 'POST', `${F}/proof`);
  return { passkey: authenticator.get(asked.body.options, wrong) };
}
