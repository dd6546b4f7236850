// One thing that is wrong with an installation, and what the examination of one part gives.

import { CATALOGUE, type FindingCode } from './catalogue';
import type { Part, Severity } from './catalogue-entry';

export type Finding = { code: FindingCode; severity: Severity; part: Part; what: string; todo: string };

/** A clock other than this process's, as it was read. */
export type ClockReading = { name: string; aheadMs: number; uncertainMs: number };

export type Examined =
  /** `seen`: what was looked at, in a line. */
  | { kind: 'examined'; part: Part; seen: string; findings: Finding[]; clocks?: ClockReading[] }
  | { kind: 'skipped'; part: Part; reason: string };

type Facts = Readonly<Record<string, string | number>>;

const PLACE = /\{(\w+)\}/g;

function fill(text: string, facts: Facts): string {
  return text.replace(PLACE, (_, name: string) => String(facts[name] ?? '?'));
}

/** `facts`: one for each place in the texts. */
export function finding(code: FindingCode, facts: Facts = {}): Finding {
  const { part, severity, what, todo } = CATALOGUE[code];
  return { code, severity, part, what: fill(what, facts), todo: fill(todo, facts) };
}
