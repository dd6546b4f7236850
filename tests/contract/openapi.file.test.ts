// The OpenAPI files say what the service does, and nothing that it does not do.

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { anyCharacter } from '../inputs/any-character';
import { anyWebUrl } from '../inputs/any-web-url';
import { MAX_TAG_LENGTH } from '../../services/api/src/campaigns/find-tag-groups';
import { MAX_CAMPAIGNS, MAX_DRILLS } from '../../services/api/src/campaigns/list-campaigns';
import { catalogue, shownCodeOf, type ErrorCode } from '../../services/api/src/errors/catalogue';
import { destinationOf } from '../../services/api/src/links/validate-destination';
import { isSlug, titleValidityOf } from '../../services/api/src/links/validate-link';
import { errorCodesOf } from '../../services/api/src/openapi/error-codes-of';
import { isNode } from '../../services/api/src/openapi/document-node';
import { follow } from '../../services/api/src/openapi/follow';
import { openapiDocument } from '../../services/api/src/openapi/openapi-document';
import { operations } from '../../services/api/src/openapi/operations';
import { inlineExamples, requestExamples, responseExamples } from './openapi/described-examples';
import { faultAt } from './openapi/described-place';
import { propertyRuns } from '../property-runs';

const API = path.join(__dirname, '..', '..', 'services', 'api');
const codes = Object.keys(catalogue).filter((code): code is ErrorCode => code in catalogue);

const responses = operations().flatMap(({ node }) =>
  Object.entries(follow(node['responses'])).map(([status, response]) => ({
    status: Number(status),
    response: follow(response),
  })),
);
const describedCodes = responses.flatMap(({ status, response }) =>
  errorCodesOf(response).map((code) => ({ status, code })),
);

describe.each(['/v1', '/x'] as const)('the OpenAPI document of %s', (prefix) => {
  const document = openapiDocument(prefix);
  const ajv = addFormats(new Ajv2020({ strict: false }));

  test('has nothing that a linter finds wrong', async () => {
    // the validator can be loaded only with import(), which jest does not do
    const script = `import { text } from 'node:stream/consumers';
      import { Validator } from '@seriousme/openapi-schema-validator';
      const result = await new Validator().validate(JSON.parse(await text(process.stdin)));
      process.stdout.write(JSON.stringify(result));`;
    const args = ['--input-type=module', '-e', script];
    const linting = promisify(execFile)(process.execPath, args, { cwd: path.join(__dirname, '..') });
    linting.child.stdin?.end(JSON.stringify(document));
    expect(JSON.parse((await linting).stdout)).toEqual({ valid: true });
  });

  test('has an example of every answer with a body', () => {
    const titles = responseExamples(prefix).map(({ title }) => title);
    const without = operations(document).flatMap(({ method, path: at, node }) =>
      Object.entries(follow(node['responses'], document)).flatMap(([status, response]) => {
        const title = `${method.toUpperCase()} ${at} ${status} `;
        // an example in text cannot show the bytes of a PNG
        const hasBody = Object.keys(follow(response, document)['content'] ?? {}).some(
          (type) => type !== 'image/png' && at !== '/openapi.json',
        );
        return hasBody && !titles.some((known) => known.startsWith(title)) ? [title] : [];
      }),
    );
    expect(without).toEqual([]);
  });

  test('has examples that are ones of their schemas', () => {
    const faulty = [...requestExamples(prefix), ...responseExamples(prefix)].flatMap(
      ({ title, schema, value }) => {
        const fault = faultAt(schema, value);
        return fault === undefined ? [] : [`${title}: ${fault}`];
      },
    );
    expect(faulty).toEqual([]);
  });

  test('says of each text in a path or a query that U+0000 is refused', () => {
    const takesNul = (schema: object) => ['a\u0000', ['a\u0000']].some((one) => ajv.validate(schema, one));
    const taking = operations(document).flatMap(({ method, path: at, parameters }) =>
      parameters
        .filter((one) => one['in'] !== 'header' && takesNul(follow(one['schema'], document)))
        .map(({ name }) => `${method} ${at} ${String(name)}`),
    );
    expect(taking).toEqual([]);
  });

  test('has examples of parameters and headers that are ones of their schemas', () => {
    const examples = inlineExamples(prefix);
    expect(examples.length).toBeGreaterThan(15);
    const faulty = examples.filter(({ schema, value }) => !ajv.validate(follow(schema, document), value));
    expect(faulty).toEqual([]);
  });

  test('has the texts of the catalogue in its examples of errors', () => {
    const texts = codes.map((code) => {
      const literal = catalogue[code].en.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
      return { shown: shownCodeOf(code), text: new RegExp(`^${literal.replace(/\{\w+\}/g, '.+')}$`) };
    });
    const errors = responseExamples(prefix).flatMap(({ value }) => errorsIn(value));
    expect(errors.length).toBeGreaterThan(40);
    const foreign = errors.filter(
      ({ error, code }) => !texts.some(({ shown, text }) => shown === code && text.test(error)),
    );
    expect(foreign).toEqual([]);
  });
});

function errorsIn(value: unknown): { error: string; code?: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const nested = Object.values(value).flatMap(errorsIn);
  return 'error' in value
    ? [{ error: String(value.error), code: 'code' in value ? String(value.code) : undefined }, ...nested]
    : nested;
}

/** Codes that only files of the web app name: /v1 never answers them. */
function codesOfTheWebApp(): string[] {
  const files = readdirSync(path.join(API, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('errors'),
  );
  const isOfWebApp = (file: string) => /^(?:console|sessions|imports\/jobs)\/|^server\/console-/.test(file);
  const sources = files
    .filter((file) => !isOfWebApp(file))
    .map((file) => readFileSync(path.join(API, 'src', file), 'utf8'));
  return codes.filter((code) => !sources.some((source) => source.includes(`'${code}'`)));
}

test('the bounds of the campaign report are those that it is made with', () => {
  const fieldOf = (schema: string, name: string) =>
    follow(follow(follow({ $ref: `#/components/schemas/${schema}` })['properties'])[name]);
  expect(fieldOf('Report', 'campaigns')['maxItems']).toBe(MAX_CAMPAIGNS);
  expect(fieldOf('Campaign', 'drill')['maxItems']).toBe(MAX_DRILLS);
  expect(fieldOf('Campaign', 'campaign')['maxLength']).toBe(MAX_TAG_LENGTH);
  const drill = follow(follow(fieldOf('Campaign', 'drill')['items'])['properties']);
  for (const name of ['source', 'medium']) expect(follow(drill[name])['maxLength']).toBe(MAX_TAG_LENGTH);
});

test.each(['/v1', '/x'] as const)(
  'each list of values in the document of %s says of which type they are',
  (prefix) => {
    const untyped: string[] = [];
    const visit = (node: unknown, at: string): void => {
      if (Array.isArray(node)) return node.forEach((entry, index) => visit(entry, `${at}/${index}`));
      if (!isNode(node) || /\/examples?(\/|$)/.test(at)) return;
      if (('const' in node || Array.isArray(node['enum'])) && node['type'] === undefined) untyped.push(at);
      for (const [name, child] of Object.entries(node)) visit(child, `${at}/${name}`);
    };
    visit(openapiDocument(prefix), '#');
    expect(untyped).toEqual([]);
  },
);

test('an error has one schema, whose codes are open, and so have the resources that the contract names', () => {
  const { components, paths } = openapiDocument();
  const named = Object.keys(isNode(components['schemas']) ? components['schemas'] : {});
  expect(named).toEqual(expect.arrayContaining(['Error', 'Zone', 'Usage', 'Utm', 'KeyValue']));
  expect(
    follow(follow(follow({ $ref: '#/components/schemas/Error' })['properties'])['code'])['enum'],
  ).toBeUndefined();
  const bodies = responses.flatMap(({ status, response }) =>
    status < 400 ? [] : [JSON.stringify(follow(follow(response['content'])['application/json'])['schema'])],
  );
  expect(new Set(bodies)).toEqual(new Set(['{"$ref":"#/components/schemas/Error"}']));
  expect(JSON.stringify(paths)).not.toContain('"error"');
});

test('every code that /v1 can answer is in the file, no other is, and each with its status', () => {
  const ofWebApp = codesOfTheWebApp();
  const reachable = codes.flatMap((code) => {
    const shown = shownCodeOf(code);
    return shown === undefined || ofWebApp.includes(code) ? [] : [`${catalogue[code].status} ${shown}`];
  });
  const described = describedCodes.map(({ status, code }) => `${status} ${code}`);
  expect([...new Set(described)].sort()).toEqual([...new Set(reachable)].sort());
});

test('every status of the catalogue that /v1 can answer is described somewhere', () => {
  const ofWebApp = codesOfTheWebApp();
  const statuses = codes.filter((code) => !ofWebApp.includes(code)).map((code) => catalogue[code].status);
  const described = new Set(responses.map(({ status }) => status));
  expect(statuses.filter((status) => !described.has(status))).toEqual([]);
});

const patternOf = (name: string) =>
  new RegExp(String(follow({ $ref: `#/components/schemas/${name}` })['pattern']), 'u');

test.each([
  'https://shop.example/',
  'http://localhost:3000/a?b=c#d',
  'HTTPS://Shop.Example',
  ' https://shop.example ',
  'https://münchen.example/Straße?q=漢字😀',
  'https://xn--mnchen-3ya.example:8443/%20?a[]=1&b={x}|"',
  'https://example.com:12345/',
  'http://127.0.0.1/',
  'http://1.1.1.1/x',
  'https://[2001:db8::1]/',
  'https://straße.example/',
  'https://例え.jp/',
  'https://example.com/a b',
  'https://example.com./',
  'https:example.com',
  'https:\\\\x.example\\y',
])('the destination %s is taken, and the schema lets it through', (url) => {
  expect(destinationOf(url)).toMatchObject({ kind: 'destination' });
  expect(url).toMatch(patternOf('Destination'));
});

test('the schema of destinations lets through whatever is taken', () => {
  const scheme = fc.stringMatching(/^\s?[hH][tT]{2}[pP][sS]?:\/{0,3}$/);
  const text = fc.tuple(
    scheme,
    fc.oneof(anyWebUrl(), fc.domain(), fc.ipV6(), fc.string({ unit: anyCharacter })),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        text.map((parts) => parts.join('')),
        anyWebUrl(),
        fc.string(),
      ),
      (url) => {
        if (destinationOf(url).kind === 'destination') expect(url).toMatch(patternOf('Destination'));
      },
    ),
    propertyRuns(2_000),
  );
});

test('the patterns of slugs and titles are the rules that judge them', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: anyCharacter }),
    fc.stringMatching(/^[A-Za-z0-9_-]{0,9}\n?$/),
  );
  fc.assert(
    fc.property(text, (given) => {
      expect(patternOf('Slug').test(given)).toBe(isSlug(given));
      if (!/\p{Cs}/u.test(given))
        expect(patternOf('Title').test(given)).toBe(titleValidityOf(given) === 'usable');
    }),
    propertyRuns(2_000),
  );
});
