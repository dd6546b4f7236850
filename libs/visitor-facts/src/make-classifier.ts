// Classifies a visit into the facts that are counted. Never throws, whatever a client sent.
import type { Visit } from '@kurz/click-event';

import { botOf } from './bot-of';
import type { ClassifiedVisit } from './classified-visit';
import { languageOf } from './language-of';
import { makeAgentFacts } from './make-agent-facts';
import { referrerOf } from './referrer-of';

/** The names of variants, by the number in a visit's line. */
const VARIANTS = ['rule', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];

/** `countryOf` is what `openCountryLookup` returns. */
export function makeClassifier(deps: {
  countryOf: (network: string) => string;
}): (visit: Visit) => ClassifiedVisit {
  const agentFactsOf = makeAgentFacts();

  return (visit) => {
    const agent = agentFactsOf(visit.userAgent);
    return {
      time: visit.time,
      workspaceId: visit.workspaceId,
      linkId: visit.linkId,
      isBot: botOf(visit, agent.isBot),
      isScan: visit.isScan,
      geo: deps.countryOf(visit.network),
      referrer: referrerOf(visit.referrerHost),
      device: agent.device,
      browser: agent.browser,
      os: agent.os,
      language: languageOf(visit.language),
      ...(visit.variant !== undefined && { variant: VARIANTS[visit.variant] }),
    };
  };
}
