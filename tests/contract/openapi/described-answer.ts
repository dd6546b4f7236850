// Holds every answer that a contract test gets against the OpenAPI file: status, headers, media type and body.

import { isNode } from '../../../services/api/src/openapi/openapi-document';
import { operations, type Operation } from '../../../services/api/src/openapi/operations';
import { at, faultAt, top, type Place } from './described-place';

export type GivenAnswer = { status: number; headers: Headers; body: unknown };

/** The operation that a request meets; a path of the file that has no such method is named without one. */
function meet(method: string, path: string): { path: string; operation?: Operation } | undefined {
  const target = path.split('?', 1)[0] ?? '';
  const matches = operations().filter((operation) => {
    const pattern = operation.path.replace(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(target);
  });
  const best = matches.find((operation) => operation.path === target) ?? matches[0];
  if (!best) return undefined;
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = matches.find((one) => one.path === best.path && one.method === wanted);
  return { path: best.path, operation };
}

function headerFaults(response: Place, headers: Headers): string[] {
  const described = at(response, 'headers')?.node;
  return Object.keys(isNode(described) ? described : {}).flatMap((name) => {
    const place = at(response, 'headers', name);
    const value = headers.get(name);
    const isRequired = isNode(place?.node) && place.node['required'] === true;
    if (value === null) return isRequired ? [`the header ${name} is missing`] : [];
    const isNumber =
      isNode(place?.node) && isNode(place.node['schema']) && place.node['schema']['type'] === 'integer';
    const fault = faultAt(`${place?.pointer}/schema`, isNumber ? Number(value) : value);
    return fault === undefined ? [] : [`the header ${name} is ${value}: ${fault}`];
  });
}

function bodyFaults(response: Place, { headers, body }: GivenAnswer): string[] {
  const described = at(response, 'content')?.node;
  if (!isNode(described)) return body === null ? [] : ['there is a body'];
  const type = headers.get('content-type')?.split(';', 1)[0] ?? '';
  const media = at(response, 'content', type);
  if (!media) return [`the media type is ${type}`];
  if (type !== 'application/json') return [];
  const fault = faultAt(`${media.pointer}/schema`, body);
  return fault === undefined ? [] : [fault];
}

/** All in which an answer differs from the file. */
export function faultsOf(method: string, path: string, answer: GivenAnswer): string[] {
  const met = meet(method, path);
  if (!met) return answer.status === 404 ? [] : [`status ${answer.status} where there is nothing`];
  if (!met.operation) return [204, 405].includes(answer.status) ? [] : [`status ${answer.status}`];
  const operation = at(top(), 'paths', met.path, met.operation.method);
  const response = at(operation, 'responses', String(answer.status));
  if (!response) return [`the status ${answer.status} is not described`];
  const isHead = method === 'HEAD';
  return [...headerFaults(response, answer.headers), ...(isHead ? [] : bodyFaults(response, answer))];
}

/** Throws with all of it. */
export function expectDescribed(method: string, path: string, answer: GivenAnswer): void {
  const faults = faultsOf(method, path, answer);
  if (faults.length === 0) return;
  throw new Error(
    `${method} ${path} answered what the OpenAPI file does not describe: ${faults.join('; ')}\n${JSON.stringify(answer.body)}`,
  );
}
