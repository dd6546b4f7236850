// The OpenAPI files match the service's idempotency: which requests accept a key, and which answers are replayed.

import { isNode } from '../../services/api/src/openapi/document-node';
import { follow } from '../../services/api/src/openapi/follow';
import { openapiDocument } from '../../services/api/src/openapi/openapi-document';
import { operations } from '../../services/api/src/openapi/operations';

const REPLAYED = 'Idempotent-Replayed';

describe.each(['/v1', '/x'] as const)('the OpenAPI document of %s', (prefix) => {
  const document = openapiDocument(prefix);
  const described = operations(document).map(({ method, path, node }) => {
    const parameters: unknown[] = Array.isArray(node['parameters']) ? node['parameters'] : [];
    const replayed = Object.values(follow(node['responses'], document)).filter((response) => {
      const { headers } = follow(response, document);
      return isNode(headers) && REPLAYED in headers;
    });
    return {
      operation: `${method} ${path}`,
      takesKey: parameters.some((parameter) => follow(parameter, document)['name'] === 'Idempotency-Key'),
      isReplayed: replayed.length > 0,
    };
  });

  test('has replayed answers of the operations that take a key, and of no others', () => {
    expect(described.some(({ takesKey }) => takesKey)).toBe(true);
    expect(described.filter(({ takesKey, isReplayed }) => takesKey !== isReplayed)).toEqual([]);
  });
});

test('a key is described with the characters that it may have', () => {
  const { components } = openapiDocument('/v1');
  const parameters = follow(follow(components)['parameters']);
  const { description, schema } = follow(parameters['IdempotencyKey']);
  expect(schema).toEqual({ type: 'string', pattern: '^[!-~]{1,255}$' });
  expect(description).toMatch(/^1 to 255 visible ASCII characters/);
});
