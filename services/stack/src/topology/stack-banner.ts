// What the terminal shows when the stack is up.

import { type ServiceAddress } from './stack-ports';

export type StackWhereabouts = {
  /** `http://localhost:3000` */
  linksUrl: string;
  /** `http://localhost:3001` */
  apiUrl: string;
  dataDirectory: string;
  services: ServiceAddress[];
  /** Shown once, at the first start. */
  token: string | undefined;
};

const RULE = '─'.repeat(78);

const operationsOf = (services: ServiceAddress[]) =>
  services
    .map(({ name, opsPort }) => `    ${name.padEnd(11)} http://127.0.0.1:${opsPort}/metrics`)
    .join('\n');

function tour({ linksUrl, apiUrl }: StackWhereabouts, token: string): string {
  return `  Make a link:

curl -s ${apiUrl}/v1/urls \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '{"url": "https://example.com/", "slug": "hello"}'

  Open   ${linksUrl}/hello   (${linksUrl}/q/hello counts as a QR scan)
  Read its stats:

curl -s ${apiUrl}/v1/urls/hello/stats -H 'Authorization: Bearer ${token}'

`;
}

/** As one word of a POSIX shell. */
const quoted = (text: string) =>
  /^[\w/.,:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

export function stackBanner(stack: StackWhereabouts): string {
  const { linksUrl, apiUrl, dataDirectory, services, token } = stack;
  const command = `KURZ_DATA_DIR=${quoted(dataDirectory)} npm run --silent kurz --`;
  return `
${RULE}
  Kurz runs as in production: Kafka, Redis, ClickHouse, PostgreSQL,
  a redirector with two workers, two ingesters, two APIs
  Links  ${linksUrl}
  API    ${apiUrl}/v1
  Data   ${dataDirectory}   (processes.json there says which process is which)
  Token  ${token ?? `${command} token create --help`}
${token === undefined ? '' : '         (workspace token with all scopes; shown only once)\n'}${RULE}
${token === undefined ? '' : tour(stack, token)}  Operations (/livez, /readyz, /metrics)
${operationsOf(services)}

  More   ${command} --help
  Stop   Ctrl-C
${RULE}
`;
}
