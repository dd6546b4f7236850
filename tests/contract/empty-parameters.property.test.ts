// A query parameter without a value counts as absent, and the OpenAPI files say so of each optional parameter.

import fc from 'fast-check';
import { validateAuditQuery } from '../../services/api/src/audit/validate-audit-query';
import { follow } from '../../services/api/src/openapi/follow';
import { openapiDocument } from '../../services/api/src/openapi/openapi-document';
import { operations } from '../../services/api/src/openapi/operations';
import { startApi, type TestApi } from './start-api';
import { highLimitPlans } from '../high-limit-plans';
import { propertyRuns } from '../property-runs';

const NOW = Date.parse('2026-03-15T12:00:00Z');

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ clock: { now: () => NOW }, settings: { plans: highLimitPlans } });
  for (const slug of ['one', 'two'])
    await api.fetchJson('POST', '/urls', { body: { url: 'https://a.example/?utm_campaign=c', slug } });
});
afterAll(() => api.close());

const parametersOf = (prefix: '/v1' | '/x', operationId: string) => {
  const document = openapiDocument(prefix);
  const operation = operations(document).find(({ node }) => node['operationId'] === operationId);
  return (operation?.parameters ?? [])
    .map((parameter) => follow(parameter, document))
    .filter((parameter) => parameter['in'] === 'query');
};

test.each(['/v1', '/x'] as const)('every query parameter of %s may be empty by its description', (prefix) => {
  const all = operations(openapiDocument(prefix)).flatMap(({ node }) =>
    parametersOf(prefix, String(node['operationId'])),
  );
  expect(all.length).toBeGreaterThan(5);
  const optional = all.filter((parameter) => parameter['required'] !== true);
  expect(optional.filter((parameter) => parameter['allowEmptyValue'] !== true)).toEqual([]);
});

test.each([
  ['listLinks', '/urls'],
  ['readLink', '/urls/one'],
  ['readLinkStats', '/urls/one/stats'],
  ['readCampaignReport', '/urls/campaigns'],
])('%s answers empty parameters as it answers none', async (operationId, path) => {
  const names = parametersOf('/v1', operationId).map(({ name }) => String(name));
  expect(names.length).toBeGreaterThan(0);
  const without = await api.fetchJson('GET', path);
  expect(without.status).toBe(200);
  await fc.assert(
    fc.asyncProperty(fc.subarray(names, { minLength: 1 }), fc.boolean(), async (empty, hasSign) => {
      const query = empty.map((name) => (hasSign ? `${name}=` : name)).join('&');
      const { status, body } = await api.fetchJson('GET', `${path}?${query}`);
      expect([query, status, body]).toEqual([query, 200, without.body]);
    }),
    propertyRuns(20),
  );
});

test('the audit log of /x reads them likewise', () => {
  const names = parametersOf('/x', 'listAuditEvents').map(({ name }) => String(name));
  expect(names.length).toBeGreaterThan(4);
  fc.assert(
    fc.property(fc.subarray(names), (empty) => {
      const query = Object.fromEntries(empty.map((name) => [name, '']));
      expect(validateAuditQuery(query)).toEqual(validateAuditQuery({}));
    }),
  );
});
