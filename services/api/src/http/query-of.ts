// The query of a request's address, as an object without prototype. A repeated name is an array; malformed
// percent-encoding stays as it was sent.

import { parse } from 'node:querystring';

type Query = Record<string, string | string[]>;

function isComplete(query: NodeJS.Dict<string | string[]>): query is Query {
  return !Object.values(query).includes(undefined);
}

export function queryOf(address: string): Query {
  const start = address.indexOf('?');
  // no limit of its own: the server bounds a request's head
  const query = parse(start === -1 ? '' : address.slice(start + 1), '&', '=', { maxKeys: 0 });
  return isComplete(query) ? query : {};
}
