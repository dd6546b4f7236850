// What a newcomer does by the guide: the admin command makes the person, the zone, the workspace and the token; the API
// makes the link; the web app is opened and signed in to.

import { API_HOST, ask, makeClient, ZONE } from './front.mjs';

const EMAIL = 'newcomer@example.com';
const PASSWORD = 'a horse, a stable and correctness';
const SCOPES = 'links:read,links:write,stats:read,usage:read,domains:read';

export const DESTINATION = 'https://example.com/a/long/address';

/** Uses the admin command: `admin(words, input)` gives its answer. Gives the id and the token of a workspace. */
export async function makeWorkspace(admin) {
  await admin(['user', 'create', '--email', EMAIL, '--password-stdin'], `${PASSWORD}\n`);
  const zone = await admin(['zone', 'add', ZONE, '--global']);
  if (!zone.isDefault) throw new Error('the first zone is not the default');
  const { id } = await admin([
    'workspace',
    'create',
    '--name',
    'First',
    '--owner',
    EMAIL,
    '--plan',
    'business',
  ]);
  const { secret } = await admin([
    'token',
    'create',
    '--workspace',
    id,
    '--name',
    'first',
    '--scopes',
    SCOPES,
  ]);
  return { id, token: secret };
}

/** Gives the client of the API, the authority of the front, and the link's slug. */
export async function settleIn(installation, slug) {
  const { id, token } = await makeWorkspace(installation.admin);
  const ca = await installation.authority();
  const client = makeClient(token, (path, options) => ask(API_HOST, path, { ...options, ca }));
  await client('POST', '/v1/urls', { url: DESTINATION, slug });
  return { client, ca, slug, workspace: id };
}

function expectStatus(what, { status, text }, wanted) {
  if (status !== wanted) throw new Error(`${what}: ${status} instead of ${wanted}: ${text.slice(0, 300)}`);
}

/** Visits the link by http and https, and an unknown link; asks the API in clear. Gives the number of redirects. */
export async function walkTheFront({ ca, slug }) {
  const led = [
    await ask(ZONE, `/${slug}`),
    await ask(ZONE, `/${slug}`, { ca }),
    await ask(ZONE, `/q/${slug}`, { ca }),
  ];
  for (const answer of led) {
    expectStatus('a visit', answer, 302);
    if (answer.headers.location !== DESTINATION)
      throw new Error(`a visit leads to ${answer.headers.location}`);
  }
  expectStatus('an unknown link', await ask(ZONE, '/unknown-link', { ca }), 404);
  expectStatus('the API in clear', await ask(API_HOST, '/v1/urls'), 403);
  expectStatus('the API without a token', await ask(API_HOST, '/v1/urls', { ca }), 401);
  return led.length;
}

/** Gets the page with all files that it names, then signs in with the password. */
export async function openWebApp({ ca }) {
  const page = await ask(API_HOST, '/app/', { ca });
  expectStatus('/app/', page, 200);
  const files = [...page.text.matchAll(/(?:src|href)="(\/app\/[^"]+\.(?:js|css|svg|webmanifest))"/g)];
  if (!files.some(([, file]) => file.endsWith('.js'))) throw new Error('/app/ names no script');
  for (const [, file] of files) expectStatus(file, await ask(API_HOST, file, { ca }), 200);
  const headers = {
    origin: `https://${API_HOST}`,
    'x-requested-with': 'kurz',
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ email: EMAIL, password: PASSWORD });
  expectStatus('sign-in', await ask(API_HOST, '/x/session', { method: 'POST', headers, body, ca }), 200);
  return `${files.length} files`;
}
