// The figures of a link's stats, for comparison: counted here from the requested visits, or read from an answer of the
// API. They cover every list and sum of the answer.

import type { AskedVisit } from './asked-visit';

export type Tally = Record<string, number>;

export type Figures = {
  /** allTime.total */
  hits: number;
  /** Sums from totals, series, source and hourly, some of which should be equal. */
  sums: Tally;
  geo: Tally;
  referrers: Tally;
  devices: Tally;
  browsers: Tally;
  os: Tally;
  languages: Tally;
};

const LISTS = ['geo', 'referrers', 'devices', 'browsers', 'os', 'languages'] as const;

function tallyOf(keys: readonly string[]): Tally {
  const tally: Tally = {};
  for (const key of keys) tally[key] = (tally[key] ?? 0) + 1;
  return tally;
}

/** The figures that these visits should have. All are of one link, from this machine, and of the last hours. */
export function figuresOf(visits: readonly AskedVisit[]): Figures {
  const humans = visits.filter((visit) => !visit.isBot);
  const requests = visits.length;
  const human = humans.length;
  const bots = requests - human;
  const qr = humans.filter((visit) => visit.isScan).length;
  const click = human - qr;
  return {
    hits: requests,
    sums: {
      requests,
      bots,
      human,
      qr,
      click,
      n: requests,
      b: bots,
      sourceQr: qr,
      sourceClick: click,
      hourly: human,
    },
    geo: tallyOf(humans.map(() => 'unknown')),
    referrers: tallyOf(humans.map((visit) => visit.referrer || '~direct')),
    devices: tallyOf(humans.map((visit) => visit.visitor.device)),
    browsers: tallyOf(humans.map((visit) => visit.visitor.browser)),
    os: tallyOf(humans.map((visit) => visit.visitor.os)),
    languages: tallyOf(humans.map((visit) => visit.visitor.language)),
  };
}

function at(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = new Map<string, unknown>(Object.entries(found)).get(name);
  }
  return found;
}

function countAt(value: unknown, ...path: string[]): number {
  const found = at(value, ...path);
  if (typeof found !== 'number') throw new Error(`no number at ${path.join('.')}: ${JSON.stringify(value)}`);
  return found;
}

function listAt(value: unknown, ...path: string[]): unknown[] {
  const found = at(value, ...path);
  if (!Array.isArray(found)) throw new Error(`no list at ${path.join('.')}: ${JSON.stringify(value)}`);
  return found;
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

function tallyAt(body: unknown, name: string): Tally {
  return Object.fromEntries(
    listAt(body, 'stats', name).map((entry) => [String(at(entry, 'k')), countAt(entry, 'v')]),
  );
}

/** The same from the body of a stats answer. */
export function figuresIn(body: unknown): Figures {
  const series = listAt(body, 'stats', 'series');
  const totals = Object.fromEntries(
    ['requests', 'bots', 'human', 'qr', 'click'].map((name) => [
      name,
      countAt(body, 'stats', 'totals', name),
    ]),
  );
  const [geo, referrers, devices, browsers, os, languages] = LISTS.map((name) => tallyAt(body, name));
  return {
    hits: countAt(body, 'stats', 'allTime', 'total'),
    sums: {
      ...totals,
      n: sumOf(series.map((day) => countAt(day, 'n'))),
      b: sumOf(series.map((day) => countAt(day, 'b'))),
      sourceQr: countAt(body, 'stats', 'source', 'qr'),
      sourceClick: countAt(body, 'stats', 'source', 'click'),
      hourly: sumOf(listAt(body, 'stats', 'hourly', 'buckets').map(Number)),
    },
    geo: geo ?? {},
    referrers: referrers ?? {},
    devices: devices ?? {},
    browsers: browsers ?? {},
    os: os ?? {},
    languages: languages ?? {},
  };
}

/** Contradictions: two sums that should be equal and are not, or a list that does not add up to the humans. */
export function contradictionsIn(figures: Figures): string[] {
  const {
    requests = 0,
    bots = 0,
    human = 0,
    qr = 0,
    click = 0,
    n,
    b,
    sourceQr,
    sourceClick,
    hourly,
  } = figures.sums;
  const pairs: [string, number | undefined, number][] = [
    ['hits', figures.hits, requests],
    ['series.n', n, requests],
    ['series.b', b, bots],
    ['bots + human', bots + human, requests],
    ['qr + click', qr + click, human],
    ['source.qr', sourceQr, qr],
    ['source.click', sourceClick, click],
    ['hourly', hourly, human],
    ...LISTS.map((name): [string, number, number] => [name, sumOf(Object.values(figures[name])), human]),
  ];
  return pairs.flatMap(([name, said, should]) =>
    said === should ? [] : [`${name}: ${said}, not ${should}`],
  );
}
