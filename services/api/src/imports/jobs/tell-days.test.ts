import type { ImportedLink, ImportPage } from '../import-source';
import { NO_FIELDS } from '../peers/peer-source';
import { inSmallPages, tellDays } from './tell-days';

const linkAt = (place: number, slug = `slug-${place}`): ImportedLink => ({
  ...NO_FIELDS,
  place,
  slug,
  url: 'https://a.example/',
  historyKey: slug,
});

async function small(...pages: ImportPage[]) {
  const given = (async function* () {
    for (const page of pages) yield await Promise.resolve(page);
  })();
  const found: [number, number][] = [];
  for await (const { links, cursor } of inSmallPages(given)) found.push([links.length, cursor]);
  return found;
}

test('pages become small, and what stands at one place stays together', async () => {
  const links = Array.from({ length: 120 }, (_, at) => linkAt(at + 1));
  expect(await small({ links, cursor: 120 })).toEqual([
    [50, 50],
    [50, 100],
    [20, 120],
  ]);
  const names = Array.from({ length: 80 }, (_, at) => linkAt(131, `name-${at}`));
  expect(await small({ links: [...names, linkAt(132)], cursor: 140 })).toEqual([
    [80, 131],
    [1, 140],
  ]);
});

test('new links alone are asked for, by the key that the source has for them', async () => {
  const asked: string[] = [];
  const history = {
    kind: 'days' as const,
    keyOf: ({ historyKey }: ImportedLink) => (historyKey === 'slug-3' ? undefined : historyKey),
    of: (key: string) => {
      asked.push(key);
      return Promise.resolve({ days: [{ day: '1970-01-02', clicks: 4 }], total: undefined });
    },
  };
  const links = [linkAt(1), linkAt(2), linkAt(3)];
  const items = [{ outcome: 'new' }, { outcome: 'same' }, { outcome: 'new' }] as Parameters<
    typeof tellDays
  >[0]['items'];
  const told = await tellDays({ links, items }, history, new Date());
  expect(told.map(({ days }) => days)).toEqual([{ counts: [1, 4] }, undefined, undefined]);
  expect(asked).toEqual(['slug-1']);
});
