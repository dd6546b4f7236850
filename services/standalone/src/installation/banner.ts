// What the terminal shows: that the product is up (the first time with a token and a first link to make), or why it
// cannot start.

import type { OwnerStatus } from '../data-folder/owner-status';
import type { PortRefusal } from '../http/port-refusal';
import { OWNER, type FirstStart } from './first-start';
import type { SignIn } from './sign-in-address';

export type Whereabouts = {
  /** `http://localhost:3000` */
  url: string;
  dataDirectory: string;
};

const RULE = '─'.repeat(78);

const SIGN_IN = `npm run --silent kurz -- user sign-in-link ${OWNER}`;

function browserLines(signIn: SignIn | undefined): string {
  if (signIn?.kind !== 'address') return '';
  return `  Open this in a browser, once, within 15 minutes:

${signIn.address}

  Later  ${SIGN_IN}
${RULE}
`;
}

/** The first start's welcome. The token and the sign-in address are in it and are shown nowhere else. */
export function welcomeBanner(
  { url, dataDirectory }: Whereabouts,
  { secret }: FirstStart,
  signIn: SignIn | undefined,
): string {
  return `
${RULE}
  Kurz is running at ${url}
  Data   ${dataDirectory}
  Token  ${secret}
         (workspace token with all scopes; shown only once)
${RULE}
${browserLines(signIn)}  Make a link:

curl -s ${url}/v1/urls \\
  -H 'Authorization: Bearer ${secret}' \\
  -H 'Content-Type: application/json' \\
  -d '{"url": "https://example.com/", "slug": "hello"}'

  Open   ${url}/hello   (${url}/q/hello counts as a QR scan)
  Read its stats:

curl -s ${url}/v1/urls/hello/stats -H 'Authorization: Bearer ${secret}'

  More   npm run --silent kurz -- --help      Stop   Ctrl-C
${RULE}
`;
}

/** The banner of any later start: the address, the data folder, and how to sign in when nobody can yet. */
export function returnBanner(
  { url, dataDirectory }: Whereabouts,
  formerDomain: string | undefined,
  signIn: SignIn | undefined,
): string {
  const hint = signIn?.kind === 'needed' ? `  Sign in  ${SIGN_IN}\n` : '';
  const renamed = formerDomain === undefined ? '' : `  Links of ${formerDomain} are now at ${url}\n`;
  return `
  Kurz is running at ${url}
  Data   ${dataDirectory}
${renamed}${hint}  Token  npm run --silent kurz -- token create --help
  Stop   Ctrl-C
`;
}

/** Another process has the data folder. */
export function inUseNotice(dataDirectory: string, owner: OwnerStatus | undefined): string {
  if (owner === undefined)
    return `the data folder ${dataDirectory} is in use by a process that does not answer.`;
  const who = owner.state === 'command' ? 'an admin command' : 'another Kurz';
  return (
    `the data folder ${dataDirectory} is already in use by process ${owner.pid} (${who}).\n` +
    '      Stop it first, or give this one a folder of its own with KURZ_DATA_DIR.'
  );
}

/** The notice that the address cannot be listened on. `settings`: the names of the settings that change it. */
export function portNotice(
  { host, port }: { host: string; port: number },
  reason: PortRefusal,
  settings = { host: 'KURZ_HOST', port: 'KURZ_PORT' },
): string {
  switch (reason) {
    case 'port_taken':
      return `port ${port} on ${host} is taken by another program; choose another with ${settings.port}.`;
    case 'not_allowed':
      return `this user may not listen on port ${port}; choose one above 1023 with ${settings.port}.`;
    case 'no_such_host':
      return `${host} is not an address of this machine; see ${settings.host}.`;
  }
}
