// A finding, which is one thing that is wrong with an installation, and the result of examining one part.

import { CATALOGUE, type FindingCode } from './catalogue';
import type { Part, Severity } from './catalogue-entry';

export type Finding = { code: FindingCode; severity: Severity; part: Part; what: string; todo: string };

/** How far another clock is ahead of this process's. */
export type ClockOffset = { name: string; aheadMs: number; uncertainMs: number };

export type Examined =
  /** `seen`: one line that says what was examined. */
  | { kind: 'examined'; part: Part; seen: string; findings: Finding[]; clocks?: ClockOffset[] }
  | { kind: 'skipped'; part: Part; reason: string };

type Facts = Readonly<Record<string, string | number>>;

const PLACEHOLDER = /\{(\w+)\}/g;

function fill(text: string, facts: Facts): string {
  return text.replace(PLACEHOLDER, (_, name: string) => String(facts[name] ?? '?'));
}

/** `facts`: a value for each placeholder in the texts. */
export function finding(code: FindingCode, facts: Facts = {}): Finding {
  const { part, severity, what, todo } = CATALOGUE[code];
  return { code, severity, part, what: fill(what, facts), todo: fill(todo, facts) };
}
