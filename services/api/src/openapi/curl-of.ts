// A curl command of an operation, made from the examples of the OpenAPI file. It runs on any installation: the address
// and the token are the variables KURZ and TOKEN, and no domain is named.

import { follow } from './follow';
import { isNode } from './document-node';
import type { Operation } from './operations';

/** Left out of the query, because it would make the command work on one domain only. */
const OF_ONE_DOMAIN = 'zoneDomain';

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const encoded = (value: unknown) => encodeURIComponent(String(value));

function targetOf({ path, parameters }: Operation): string {
  let target = path;
  const query: string[] = [];
  for (const { name, in: place, example } of parameters) {
    if (typeof name !== 'string' || example === undefined || name === OF_ONE_DOMAIN) continue;
    if (place === 'path') target = target.replace(`{${name}}`, encoded(example));
    if (place === 'query') query.push(`${name}=${encoded(example)}`);
  }
  return query.length > 0 ? `${target}?${query.join('&')}` : target;
}

/** The first example, as JSON. Undefined when the operation has no body. */
function bodyOf({ node }: Operation): string | undefined {
  if (node['requestBody'] === undefined) return undefined;
  const { content } = follow(node['requestBody']);
  const { examples } = follow(isNode(content) ? content['application/json'] : undefined);
  const [first] = isNode(examples) ? Object.values(examples) : [];
  return JSON.stringify(follow(first)['value']);
}

/** Returns the lines of a shell command. */
export function curlOf(operation: Operation): string[] {
  const { method, node } = operation;
  const body = bodyOf(operation);
  const needsToken = !(Array.isArray(node['security']) && node['security'].length === 0);
  const isImplied = method === (body === undefined ? 'get' : 'post');
  const parts = [
    `curl ${isImplied ? '' : `-X ${method.toUpperCase()} `}"$KURZ/v1${targetOf(operation)}"`,
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
  ];
  return parts.map(
    (part, index) => `${index > 0 ? '  ' : ''}${part}${index < parts.length - 1 ? ' \\' : ''}`,
  );
}
