// A list's CSV, imported elsewhere: its links redirect under the same conditions, or are refused.

import { addPerson, type TestPerson } from './console-browser';
import { fetchCsv } from './fetch-csv';
import { newName, NO_COUNTS } from './import-job';
import { makeNewImporter } from './new-importer';
import { startApi, type TestApi } from './start-api';

let api: TestApi;
let owner: TestPerson;
beforeAll(async () => {
  api = await startApi({ settings: { maxWorkspaces: 1_000 } });
  owner = await addPerson(api);
});
afterAll(() => api.close());

const FIELDS = ['rules', 'split', 'forwardQuery'];
const split = [40, 60].map((weight) => ({ url: `https://a.example/${weight}`, weight }));
const time = { zone: 'Europe/Berlin', weekdays: ['sat'], from: '22:00', to: '02:00' };
const when = { country: ['DE', 'AT'], query: { name: 'ä', value: '"' }, time };
const rules = [{ when, url: 'https://a.example/de' }];
const BODIES = [{ rules, split, forwardQuery: true }, { rules }, { split }, { forwardQuery: true }, {}];

test('rules, split and the passed-on query are those of the list', async () => {
  const { token } = await api.addWorkspace();
  for (const body of BODIES) {
    const link = { url: 'https://a.example/', slug: newName(), ...body };
    expect((await api.fetchJson('POST', '/urls', { token, body: link })).status).toBe(201);
  }
  const { text } = await fetchCsv(api, 'sort=created', token);
  const importer = await makeNewImporter(api, owner)();
  const { id } = await importer.check(text.replaceAll('imported-', 'under-conditions-'));
  expect((await importer.start(id)).counts).toEqual({ ...NO_COUNTS, new: BODIES.length });
  const path = `/workspaces/${importer.workspaceId}/urls?sort=created`;
  const { urls } = (await owner.browser.call<{ urls: object[] }>('GET', path)).body;
  const conditions = urls.map((url) => Object.entries(url).filter(([name]) => FIELDS.includes(name)));
  expect(conditions.map((entries) => Object.fromEntries(entries))).toEqual(BODIES);
});

test.each([
  ['rules that are no JSON', 'no rules;;', 'invalid'],
  ['a split that is none', ';[1];', 'invalid'],
  ['neither yes nor no', ';;perhaps', 'invalid'],
  ['a rule that leads nowhere', '"[{""when"":{""via"":""scan""},""url"":""x""}]";;', 'destination_refused'],
  ['nothing', 'NULL;;no', 'new'],
])('%s', async (_, cells, outcome) => {
  const importer = await makeNewImporter(api, owner)();
  const file = `slug;url;rules;split;forward query\n${newName()};https://a.example/;${cells}\n`;
  expect((await importer.check(file)).counts).toEqual({ ...NO_COUNTS, [outcome]: 1 });
});
