// A workspace's owner exports it for another installation, or exports its links in the format of another service.

import { addOwnWorkspace, addPerson, type TestPerson } from './console-browser';
import { recordsOf } from './exported';
import { startApi, type TestApi } from './start-api';

let api: TestApi;
let owner: TestPerson;
let at: string;
beforeAll(async () => {
  api = await startApi();
  owner = await addPerson(api);
  const workspaceId = await addOwnWorkspace(owner);
  at = `/workspaces/${workspaceId}`;
  const body = { url: 'https://shop.example/', slug: 'taken-along' };
  expect((await owner.browser.call('POST', `${at}/urls`, { body })).status).toBe(201);
});
afterAll(() => api.close());

const exportWith = (query: string) => owner.browser.call<string>('GET', `${at}/export?${query}`);

test('for another installation, without what belongs to this one', async () => {
  const records = recordsOf((await exportWith('portable=true')).body);
  expect(records[0]).toMatchObject({ kind: 'export', isPortable: true });
  expect(records.map(({ kind }) => kind)).not.toContain('auditEvent');
  const all = recordsOf((await exportWith('portable=false&format=')).body);
  expect(all.map(({ kind }) => kind)).toContain('auditEvent');
});

test.each([
  ['dub', 'Short link,Destination URL,'],
  ['shlink', 'createdAt,domain,shortCode,'],
  ['bitly', 'Bitlink,Title,Long URL,'],
])('for %s, as CSV', async (format, head) => {
  const { headers, body } = await exportWith(`format=${format}`);
  expect(headers.get('content-disposition')).toContain(`.${format}.csv"`);
  const [first, second = ''] = body.split('\r\n');
  expect([first?.startsWith(head), second.includes('taken-along')]).toEqual([true, true]);
});

test.each(['format=csv', 'format=dub&format=dub', 'portable=yes', 'portable=true&portable=true'])(
  '%s is refused',
  async (query) => {
    expect((await exportWith(query)).status).toBe(400);
  },
);
