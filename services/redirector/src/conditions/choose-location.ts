// Where a conditional link leads one visitor. Conditions are compiled once for each version of a link; the country
// database is opened when the first link asks for a country.

import { decodeConditions, type CachedLink } from '@kurz/link-cache';
import type { Log } from '@kurz/process';
import { compileRules, type CompiledRules } from './compile-rules';
import { requestFactsOf, type Asked, type CountryOf } from './request-facts';
import { withQuery } from './with-query';

/** The answer to a warning, which is for the redirector alone. */
const CONTINUE = 'continue=unsafe';

/** Undefined: the conditions are of a later release. A promise while the country database is opened. */
export type ChooseLocation = (
  link: CachedLink,
  asked: Asked,
) => string | undefined | Promise<string | undefined>;

export type ChooseLocationDeps = {
  openCountries: () => Promise<CountryOf>;
  /** ms since the epoch. */
  now: () => number;
  log: Log;
};

type Led = CompiledRules & { forwardsQuery: boolean };
type Compiled = { version: number; led: Led | undefined };

/** Some 10 KB each. */
const MAX_COMPILED = 1_000;

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

export function makeChooseLocation(
  deps: ChooseLocationDeps,
  config: { trustedProxies: number },
): ChooseLocation {
  const { trustedProxies } = config;
  const countries = makeCountries(deps);
  /** By link, the longest unused first. */
  const known = new Map<string, Compiled>();

  const compile = ({ linkId, version, conditional }: CachedLink): Compiled => {
    const conditions = decodeConditions(conditional?.text ?? '');
    if (!conditions) deps.log.error({ event: 'conditions_unknown', linkId });
    if (!conditions) return { version, led: undefined };
    const { rules = [], forwardsQuery = false } = conditions;
    return { version, led: { ...compileRules(rules), forwardsQuery } };
  };

  const ledBy = (link: CachedLink): Led | undefined => {
    const { linkId, version } = link;
    const found = known.get(linkId);
    const compiled = found?.version === version ? found : compile(link);
    known.delete(linkId);
    known.set(linkId, compiled);
    const [oldest] = known.size > MAX_COMPILED ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return compiled.led;
  };

  return (link, asked) => {
    const led = ledBy(link);
    if (!led) return undefined;
    const choose = () => {
      const given = { countryOf: countries.of, trustedProxies, now: deps.now() };
      const location = led.locationOf(requestFactsOf(asked, given)) ?? link.location;
      return led.forwardsQuery ? withQuery(location, asked.target, CONTINUE) : location;
    };
    return led.needsCountry && !countries.isOpen() ? countries.open().then(choose) : choose();
  };
}
