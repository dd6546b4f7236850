// The family of a browser or an OS: the result of `firstFamily` in little more than half the time, for agents that are
// not cached. Most rules are for rare agents and come first; one test of all their patterns together rules them out.
import { firstFamily, type FamilyRule } from './first-family';

/** One pattern for all rules with these flags; undefined when there are none. */
function anyOf(rules: readonly FamilyRule[], flags: string): RegExp | undefined {
  const sources = rules
    .filter(([, { flags: own }]) => own === flags)
    .map(([, { source }]) => `(?:${source})`);
  return sources.length > 0 ? new RegExp(sources.join('|'), flags) : undefined;
}

/** `firstCommon` names the first of the common families. Patterns have the flag `i` or none. */
export function makeFamilyOf(rules: readonly FamilyRule[], firstCommon: string): (agent: string) => string {
  const begin = rules.findIndex(([family]) => family === firstCommon);
  const odd = rules.find(([, { flags }]) => flags !== '' && flags !== 'i');
  if (begin < 0 || odd) throw new Error(`rules cannot be joined: ${odd?.[0] ?? firstCommon}`);
  const rare = rules.slice(0, begin);
  const common = rules.slice(begin);
  const rareAsIs = anyOf(rare, '');
  const rareInAnyCase = anyOf(rare, 'i');

  return (agent) => {
    const isRare = rareAsIs?.test(agent) || rareInAnyCase?.test(agent);
    return firstFamily(isRare ? rules : common, agent);
  };
}
