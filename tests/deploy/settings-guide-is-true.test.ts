// docs/settings.md names each setting of the embedded product and of the stack, with its default.

import { isTree, readText, textOf } from './deploy-files';
import { settingsOf, type Program } from './service-settings';

const [ofProduct = '', ofStack = ''] = readText('docs/settings.md').split(/^## /m);
const [own = '', shared = ''] = ofProduct.split('These have the');

/** Its default is described in words. */
const ITS_OWN_ADDRESS = 'KURZ_APP_URL';

const textOfDefault = (value: unknown) =>
  value === undefined ? undefined : textOf(isTree(value) ? value : null);

/** `- \`NAME\` (default): meaning` */
const toldIn = (chapter: string) =>
  new Map(
    [...chapter.matchAll(/^- `(KURZ_[A-Z_]+)`(?: \(([^)]*)\))?:/gm)].map(([, name = '', value]) => [
      name,
      value === '10 GiB' ? String(10 * 1024 ** 3) : value,
    ]),
  );

const namesIn = (chapter: string) => [...chapter.matchAll(/`(KURZ_[A-Z_]+)`/g)].map(([, name = '']) => name);

const defaultsOf = (program: Program) =>
  new Map([...settingsOf(program).defaults].map(([name, value]) => [name, textOfDefault(value)]));

it('has all settings of the embedded product, with its own defaults', () => {
  const read = defaultsOf('embedded');
  const told = toldIn(own);
  expect([...told.keys(), ...namesIn(shared)].sort()).toEqual([...read.keys()].sort());
  for (const [name, value] of told)
    if (name !== ITS_OWN_ADDRESS) expect([name, value]).toEqual([name, read.get(name)]);
});

it('says of no setting that it is as in production which has another default there', () => {
  const read = defaultsOf('embedded');
  const programs = (['redirector', 'ingester', 'api'] as const).map(defaultsOf);
  for (const name of namesIn(shared)) {
    const there = programs.filter((program) => program.has(name)).map((program) => program.get(name));
    expect([name, new Set(there)]).toEqual([name, new Set([read.get(name)])]);
  }
});

it('has all settings of the stack, with their defaults', () => {
  expect(toldIn(ofStack)).toEqual(defaultsOf('stack'));
});
