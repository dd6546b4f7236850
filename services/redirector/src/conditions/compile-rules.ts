// The rules of a link as one function of a request. The first rule that matches says where it leads.

import type { Rule, RuleTime } from '@kurz/link-cache';
import { localTimeIn } from './local-time';
import type { RequestFacts } from './request-facts';

export type CompiledRules = {
  needsCountry: boolean;
  /** Undefined: no rule matches. */
  locationOf: (facts: RequestFacts) => string | undefined;
};

type Test = (facts: RequestFacts) => boolean;

/** A time that ends before it begins goes on into the next day. */
function timeTest({ zone, days, from, to }: RuleTime): Test {
  const begins = new Set(days);
  return ({ now }) => {
    const { day, minute } = localTimeIn(zone, now);
    if (from < to) return begins.has(day) && minute >= from && minute < to;
    return (begins.has(day) && minute >= from) || (begins.has(day === 1 ? 7 : day - 1) && minute < to);
  };
}

/** Cheap tests come first. */
function testsOf(rule: Rule): Test[] {
  const { via, query, time } = rule;
  const tests: Test[] = [];
  const oneOf = (list: readonly string[] | undefined, fact: (facts: RequestFacts) => string) => {
    if (!list) return;
    const values = new Set(list);
    tests.push((facts) => values.has(fact(facts)));
  };
  if (via) tests.push(({ isScan }) => isScan === (via === 'scan'));
  if (time) tests.push(timeTest(time));
  oneOf(rule.languages, ({ language }) => language());
  oneOf(rule.devices, ({ device }) => device());
  oneOf(rule.systems, ({ system }) => system());
  oneOf(rule.browsers, ({ browser }) => browser());
  oneOf(rule.countries, ({ country }) => country());
  if (query) {
    const { name, value } = query;
    tests.push(({ parameter }) => {
      const values = parameter(name);
      return value === undefined ? values.length > 0 : values.includes(value);
    });
  }
  return tests;
}

export function compileRules(rules: readonly Rule[]): CompiledRules {
  const compiled = rules.map((rule) => ({ tests: testsOf(rule), location: rule.location }));
  return {
    needsCountry: rules.some(({ countries }) => countries !== undefined),
    locationOf: (facts) => compiled.find(({ tests }) => tests.every((test) => test(facts)))?.location,
  };
}
