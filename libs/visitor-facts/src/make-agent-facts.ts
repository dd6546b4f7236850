// The facts of a User-Agent, with a bounded cache for recent agents. Some 90 regular expressions take about 6 µs, a
// cache hit 0.1 µs, and a day's visits have few different agents.
import { ownCopy } from '@kurz/click-event';
import { LRUCache } from 'lru-cache';

import { browserOf } from './browser-of';
import { deviceOf } from './device-of';
import { isBotAgent } from './is-bot-agent';
import { osOf } from './os-of';

export type AgentFacts = {
  readonly isBot: boolean;
  readonly device: string;
  readonly browser: string;
  readonly os: string;
};

// Bounds the time of every rule. The redirector already cuts agents to this length; an import may not.
const MAX_AGENT_LENGTH = 512;

/** Keeps `size` agents: 50,000 of 512 characters are 30 MB at most; real agents take 10 MB. */
export function makeAgentFacts(size = 50_000): (userAgent: string) => AgentFacts {
  const known = new LRUCache<string, AgentFacts>({ max: size });

  return (userAgent) => {
    const agent = userAgent.length > MAX_AGENT_LENGTH ? userAgent.slice(0, MAX_AGENT_LENGTH) : userAgent;
    const cached = known.get(agent);
    if (cached !== undefined) return cached;

    const facts = {
      isBot: isBotAgent(agent),
      device: deviceOf(agent),
      browser: browserOf(agent),
      os: osOf(agent),
    };
    known.set(ownCopy(agent), facts);
    return facts;
  };
}
