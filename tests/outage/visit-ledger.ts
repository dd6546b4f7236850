// Records the visitors' answers for each link, and compares them with the link's stats.

import type { AskedVisit } from './asked-visit';
import { contradictionsIn, figuresOf, type Figures } from './figures';

export type VisitLedger = {
  /** The whole redirect came back. */
  answered: (visit: AskedVisit) => void;
  /** The product died with the request in flight: it is unknown whether it was answered. */
  unknown: (visit: AskedVisit) => void;
  /** A forbidden answer. */
  wrong: (what: string) => void;
  wrongs: () => string[];
  answeredOf: (slug: string) => number;
  unknownOf: (slug: string) => number;
  totals: () => { answered: number; unknown: number };
  /** Describes each fault of a link's figures; empty when all are right. */
  faultsOf: (slug: string, figures: Figures) => string[];
};

type Page = { answered: AskedVisit[]; unknown: AskedVisit[] };

/** Every number of the figures, by name. */
function numbersIn({ hits, ...tallies }: Figures): Map<string, number> {
  const numbers = new Map([['hits', hits]]);
  for (const [name, tally] of Object.entries(tallies)) {
    for (const [key, count] of Object.entries(tally)) numbers.set(`${name}.${key}`, count);
  }
  return numbers;
}

function numbersBeyond(least: Figures, figures: Figures, most: Figures): string[] {
  const [low, said, high] = [numbersIn(least), numbersIn(figures), numbersIn(most)];
  return [...new Set([...said.keys(), ...high.keys()])].flatMap((name) => {
    const [from, is, to] = [low.get(name) ?? 0, said.get(name) ?? 0, high.get(name) ?? 0];
    return from <= is && is <= to ? [] : [`${name} is ${is}, not ${from === to ? from : `${from} to ${to}`}`];
  });
}

/** The stats show by its own referrer host whether a tagged visit was counted. */
const isTagged = (visit: AskedVisit) => visit.referrer !== '';

export function makeVisitLedger(): VisitLedger {
  const pages = new Map<string, Page>();
  const wrongs: string[] = [];
  const pageOf = (slug: string): Page => {
    const page = pages.get(slug) ?? { answered: [], unknown: [] };
    pages.set(slug, page);
    return page;
  };
  const sum = (of: (page: Page) => number) =>
    [...pages.values()].reduce((total, page) => total + of(page), 0);

  return {
    answered: (visit) => void pageOf(visit.slug).answered.push(visit),
    unknown: (visit) => void pageOf(visit.slug).unknown.push(visit),
    wrong: (what) => void wrongs.push(what),
    wrongs: () => wrongs,
    answeredOf: (slug) => pageOf(slug).answered.length,
    unknownOf: (slug) => pageOf(slug).unknown.length,
    totals: () => ({
      answered: sum((page) => page.answered.length),
      unknown: sum((page) => page.unknown.length),
    }),
    faultsOf: (slug, figures) => {
      const { answered, unknown } = pageOf(slug);
      const found = unknown.filter(
        (visit) => isTagged(visit) && figures.referrers[visit.referrer] !== undefined,
      );
      const untagged = unknown.filter((visit) => !isTagged(visit));
      const least = figuresOf([...answered, ...found]);
      const most = figuresOf([...answered, ...found, ...untagged]);
      return [...numbersBeyond(least, figures, most), ...contradictionsIn(figures)].map(
        (fault) => `${slug}: ${fault}`,
      );
    },
  };
}
