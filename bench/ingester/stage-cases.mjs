// The cases of the stages. The first is the traffic of a public site's redirector. Each group below raises one number.

const MANY_LINKS = 100_000;

export const STAGE_CASES = [
  { name: '1,000 links', links: 1_000 },
  { name: '10,000 links', links: 10_000 },
  { name: '100,000 links', links: MANY_LINKS },
  { name: '1,000,000 links', links: 1_000_000 },
  { name: '1,000 links, evenly', links: 1_000, isEven: true },
  { name: '1,000,000 links, evenly', links: 1_000_000, isEven: true },
  { name: '1,500 agents, evenly', links: MANY_LINKS, agents: 1_500 },
  { name: '20,000 agents, evenly', links: MANY_LINKS, agents: 20_000 },
  { name: '1,000,000 agents, evenly', links: MANY_LINKS, agents: 1_000_000 },
  { name: '1,000 hosts, evenly', links: MANY_LINKS, hosts: 1_000 },
  { name: '1,000,000 hosts, evenly', links: MANY_LINKS, hosts: 1_000_000 },
];
