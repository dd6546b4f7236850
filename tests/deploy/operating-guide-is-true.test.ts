// docs/operating.md says what the code does: every setting with its default and its readers, no metric that is not
// exported, no alert or file that is not there.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { at, isTree, listOf, readText, readYaml, ROOT, textOf } from './deploy-files';
import { exportedMetrics } from './exported-metrics';
import { settingsOf, type Program } from './service-settings';

const guide = readText('docs/operating.md');
const LETTERS: Record<string, Program> = { R: 'redirector', I: 'ingester', A: 'api', K: 'admin' };
/** The admin command also knows the embedded product's settings; those are in the README. */
const EMBEDDED = settingsOf('embedded').defaults;

const UNITS: Record<string, number> = { MiB: 1024 ** 2, GiB: 1024 ** 3 };

/** `–` means no default, `64 MiB` is in bytes, all else is as in the environment. */
function defaultOf(cell: string): string | undefined {
  if (cell === '–' || cell === 'required') return undefined;
  const [, amount, unit = ''] = /^(\d+) (MiB|GiB)$/.exec(cell) ?? [];
  if (amount !== undefined) return String(Number(amount) * (UNITS[unit] ?? 1));
  return cell.replaceAll('`', '').replaceAll(/(\d),(?=\d{3})/g, '$1');
}

const rows = [...guide.matchAll(/^\| `(KURZ_[A-Z_]+)` *\| ([RIAK ,]+?) *\| ([^|]+?) *\|/gm)].map(
  ([, name = '', readers = '', cell = '']) => ({
    name,
    programs: readers.split(', ').map((letter) => LETTERS[letter]),
    isRequired: cell === 'required',
    value: defaultOf(cell),
  }),
);

describe.each(Object.entries(LETTERS))('the settings of %s', (_, program) => {
  const { defaults, required } = settingsOf(program);
  const listed = rows.filter(({ programs }) => programs.includes(program));

  it('are all listed, and no other', () => {
    const read = [...defaults.keys()].filter((name) => program !== 'admin' || !EMBEDDED.has(name));
    expect(listed.map(({ name }) => name).sort()).toEqual(read.sort());
  });

  it('have the default that the table says', () => {
    // the default of a port depends on the service, so the guide describes it in words
    const told = listed.filter(
      ({ name }) => !['KURZ_OPS_PORT', 'KURZ_PORT', 'KURZ_POSTGRES_CONNECTIONS'].includes(name),
    );
    const textOfDefault = (name: string) => {
      const value = defaults.get(name);
      return value === undefined || value === '' ? undefined : textOf(isTree(value) ? value : null);
    };
    expect(told.map(({ name, value }) => [name, value])).toEqual(
      told.map(({ name }) => [name, textOfDefault(name)]),
    );
  });

  it('are marked where a start without them is refused', () => {
    if (program === 'admin') return;
    expect(
      listed
        .filter(({ isRequired }) => isRequired)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(required.sort());
  });
});

it('names no metric that nobody exports', () => {
  const named = [...guide.matchAll(/`(kurz_[a-z_]+)`/g)].map(([, name = '']) => name);
  const exported = exportedMetrics();
  expect(named.length).toBeGreaterThan(15);
  expect(
    named.filter(
      (name) => !exported.has(name) && !/^kurz_(postgres|clickhouse|kafka|journal|redis|owner)$/.test(name),
    ),
  ).toEqual([]);
});

it('names alerts and files that are there', () => {
  const groups = listOf(at(readYaml('deploy/prometheus/alerts.yml'), 'groups'));
  const alerts = new Set(
    groups.flatMap((group) => listOf(at(group, 'rules'))).map((rule) => textOf(at(rule, 'alert'))),
  );
  const named = [...guide.matchAll(/alert `([A-Za-z]+)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((name) => !alerts.has(name))).toEqual([]);
  const files = [
    ...guide.matchAll(/`?(deploy\/[a-z./-]+\.(?:sh|yaml|yml|json|conf)|deploy\/caddy\/Caddyfile)/g),
  ].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(4);
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
