// Where a conditional link leads one visitor. Conditions are compiled once per version of a link; the country database
// is opened when the first link asks for a country.

import { decodeConditions, type CachedLink, type Variant } from '@kurz/link-cache';
import type { Log } from '@kurz/process';
import { LRUCache } from 'lru-cache';
import { chooseVariant } from './choose-variant';
import { compileRules, type CompiledRules } from './compile-rules';
import { requestFactsOf, type Asked, type CountryOf, type RequestFacts } from './request-facts';
import { withQuery } from './with-query';

/** The parameter that confirms a warning; only the redirector reads it. */
const CONTINUE = 'continue=unsafe';

/** `variant`: as in the visit's line. */
export type Chosen = { location: string; variant?: number };

/** Returns undefined when the conditions are of a later release; a promise while the country database is opened. */
export type ChooseLocation = (
  link: CachedLink,
  asked: Asked,
) => Chosen | undefined | Promise<Chosen | undefined>;

export type ChooseLocationDeps = {
  openCountries: () => Promise<CountryOf>;
  /** ms since the epoch. */
  now: () => number;
  log: Log;
};

type CompiledConditions = CompiledRules & { split: readonly Variant[]; forwardsQuery: boolean };
type Compiled = { version: number; conditions: CompiledConditions | undefined };

/** Bounds the texts that are compiled; their compiled form takes some ten times as much. */
const MAX_COMPILED_BYTES = 4_000_000;
/** What a link takes in addition to its text. */
const LINK_BYTES = 200;

/** Without a usable database no country matches. */
function makeCountries({ openCountries, log }: ChooseLocationDeps) {
  let countryOf: CountryOf | undefined;
  let opening: Promise<void> | undefined;
  const openNow = async () => {
    try {
      countryOf = await openCountries();
    } catch (error) {
      log.error({ event: 'country_database_unusable', err: error });
      countryOf = () => 'unknown';
    }
  };
  return {
    open: () => (opening ??= openNow()),
    isOpen: () => countryOf !== undefined,
    of: (network: string) => countryOf?.(network) ?? 'unknown',
  };
}

function chosenOf(
  { linkId, location }: CachedLink,
  { locationOf, split }: CompiledConditions,
  facts: RequestFacts,
): Chosen {
  const ofRule = locationOf(facts);
  if (split.length === 0) return { location: ofRule ?? location };
  if (ofRule !== undefined) return { location: ofRule, variant: 0 };
  const { now } = facts;
  const index = chooseVariant(split, { linkId, now, network: facts.network(), userAgent: facts.userAgent() });
  return { location: split[index]?.location ?? location, variant: index + 1 };
}

export function makeChooseLocation(
  deps: ChooseLocationDeps,
  config: { trustedProxies: number },
): ChooseLocation {
  const { trustedProxies } = config;
  const countries = makeCountries(deps);
  const known = new LRUCache<string, Compiled>({ maxSize: MAX_COMPILED_BYTES });

  const compile = ({ linkId, version, conditional }: CachedLink): Compiled => {
    const conditions = decodeConditions(conditional?.text ?? '');
    if (!conditions) {
      deps.log.error({ event: 'conditions_unknown', linkId });
      return { version, conditions: undefined };
    }
    const { rules = [], split = [], forwardsQuery = false } = conditions;
    return { version, conditions: { ...compileRules(rules), split, forwardsQuery } };
  };

  const conditionsOf = (link: CachedLink): CompiledConditions | undefined => {
    const found = known.get(link.linkId);
    if (found?.version === link.version) return found.conditions;
    const compiled = compile(link);
    known.set(link.linkId, compiled, { size: LINK_BYTES + (link.conditional?.text.length ?? 0) });
    return compiled.conditions;
  };

  return (link, asked) => {
    const conditions = conditionsOf(link);
    if (!conditions) return undefined;
    const choose = () => {
      const given = { countryOf: countries.of, trustedProxies, now: deps.now() };
      const chosen = chosenOf(link, conditions, requestFactsOf(asked, given));
      if (conditions.forwardsQuery) chosen.location = withQuery(chosen.location, asked.target, CONTINUE);
      return chosen;
    };
    return conditions.needsCountry && !countries.isOpen() ? countries.open().then(choose) : choose();
  };
}
