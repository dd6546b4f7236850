// Holds every answer that a contract test gets against its OpenAPI file: status, headers, media type and body.

import { isNode } from '../../../services/api/src/openapi/document-node';
import { openapiDocument, type Prefix } from '../../../services/api/src/openapi/openapi-document';
import { operations, type Operation } from '../../../services/api/src/openapi/operations';
import { at, faultAt, top, type Place } from './described-place';

const schemaOf = ({ prefix, pointer }: Place) => ({ prefix, pointer: `${pointer}/schema` });

export type GivenAnswer = { status: number; headers: Headers; body: unknown };

type Route = { operation: Operation; pattern: RegExp };

/** The routes of each file: those with fewer parameters are met first. */
const routes = new Map<Prefix, Route[]>();

function routesOf(prefix: Prefix): Route[] {
  const known = routes.get(prefix);
  if (known) return known;
  const parametersIn = ({ path }: Operation) => path.split('{').length;
  const made = operations(openapiDocument(prefix))
    .sort((a, b) => parametersIn(a) - parametersIn(b))
    .map((operation) => ({
      operation,
      pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
    }));
  routes.set(prefix, made);
  return made;
}

/** The operation for a request. When the path exists without this method, `operation` is undefined. */
function meet(
  prefix: Prefix,
  method: string,
  path: string,
): { path: string; operation?: Operation } | undefined {
  const target = path.split('?', 1)[0] ?? '';
  const matches = routesOf(prefix)
    .filter(({ pattern }) => pattern.test(target))
    .map(({ operation }) => operation);
  const [best] = matches;
  if (!best) return undefined;
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = matches.find((one) => one.path === best.path && one.method === wanted);
  return { path: best.path, operation };
}

/** Headers of HTTP itself, or with the same value on every answer. All others must be documented. */
const UNTOLD = [
  ...['cache-control', 'connection', 'content-length', 'content-security-policy', 'content-type', 'date'],
  ...['keep-alive', 'referrer-policy', 'transfer-encoding', 'vary', 'x-content-type-options'],
];

function headerFaults(response: Place, headers: Headers): string[] {
  const node = at(response, 'headers')?.node;
  const described = Object.keys(isNode(node) ? node : {});
  const told = [...UNTOLD, ...described.map((name) => name.toLowerCase())];
  const untold = [...headers.keys()].filter((name) => !told.includes(name));
  const faults = described.flatMap((name) => {
    const place = at(response, 'headers', name);
    const value = headers.get(name);
    const isRequired = isNode(place?.node) && place.node['required'] === true;
    if (value === null) return isRequired ? [`the header ${name} is missing`] : [];
    const isNumber =
      isNode(place?.node) && isNode(place.node['schema']) && place.node['schema']['type'] === 'integer';
    const fault = place && faultAt(schemaOf(place), isNumber ? Number(value) : value);
    return fault === undefined ? [] : [`the header ${name} is ${value}: ${fault}`];
  });
  return [...faults, ...untold.map((name) => `the header ${name} is not described`)];
}

function bodyFaults(response: Place, { headers, body }: GivenAnswer): string[] {
  const described = at(response, 'content')?.node;
  if (!isNode(described)) return body === null ? [] : ['there is a body'];
  const type = headers.get('content-type')?.split(';', 1)[0] ?? '';
  const media = at(response, 'content', type);
  if (!media) return [`the media type is ${type}`];
  if (type !== 'application/json') return [];
  const fault = faultAt(schemaOf(media), body);
  return [...(fault === undefined ? [] : [fault]), ...codeFaults(response, body)];
}

/** In `x-error-codes` null means a body without a code. */
function codeFaults({ node }: Place, body: unknown): string[] {
  const codes: unknown = isNode(node) ? node['x-error-codes'] : undefined;
  if (!Array.isArray(codes)) return [];
  const code = (isNode(body) ? body['code'] : undefined) ?? null;
  return codes.includes(code) ? [] : [`the code ${JSON.stringify(code)} is not described`];
}

/** All differences of an answer from the prefix's file. `path` is below the prefix. */
export function faultsOf(prefix: Prefix, method: string, path: string, answer: GivenAnswer): string[] {
  const met = meet(prefix, method, path);
  if (!met) return answer.status === 404 ? [] : [`status ${answer.status} where there is nothing`];
  if (!met.operation) return [204, 405].includes(answer.status) ? [] : [`status ${answer.status}`];
  const operation = at(top(prefix), 'paths', met.path, met.operation.method);
  const response = at(operation, 'responses', String(answer.status));
  if (!response) return [`the status ${answer.status} is not described`];
  const isHead = method === 'HEAD';
  return [...headerFaults(response, answer.headers), ...(isHead ? [] : bodyFaults(response, answer))];
}

/** Throws with all faults. */
export function expectDescribed(prefix: Prefix, method: string, path: string, answer: GivenAnswer): void {
  const faults = faultsOf(prefix, method, path, answer);
  if (faults.length === 0) return;
  throw new Error(
    `${method} ${prefix}${path} answered what the OpenAPI file does not describe: ${faults.join('; ')}\n${JSON.stringify(answer.body)}`,
  );
}
