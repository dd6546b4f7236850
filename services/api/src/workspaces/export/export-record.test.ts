import { exportLines, headerOf, recordsOf, type ExportPage } from './export-record';

async function* pages(): AsyncGenerator<ExportPage> {
  yield [headerOf('user', 'usr_1', new Date(0))];
  yield [];
  yield await Promise.resolve(recordsOf('link', [{ id: 'lnk_1' }, { id: 'lnk_2' }]));
}

test('an export is one record a line, and its last line says how many came before', async () => {
  const pieces: string[] = [];
  for await (const piece of exportLines(pages())) pieces.push(piece);
  expect(pieces.join('').split('\n')).toEqual([
    '{"kind":"export","version":1,"of":"user","id":"usr_1","at":"1970-01-01T00:00:00.000Z"}',
    '{"kind":"link","id":"lnk_1"}',
    '{"kind":"link","id":"lnk_2"}',
    '{"kind":"end","records":3}',
    '',
  ]);
});

test('what fails on the way leaves no last line', async () => {
  async function* failing(): AsyncGenerator<ExportPage> {
    yield* pages();
    throw new Error('the store is away');
  }
  const pieces: string[] = [];
  const all = async () => {
    for await (const piece of exportLines(failing())) pieces.push(piece);
  };
  await expect(all()).rejects.toThrow('the store is away');
  expect(pieces.join('')).not.toContain('"end"');
});
