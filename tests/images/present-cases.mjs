// The cases of the present image: from nothing to a running installation, each container killed, down and up again.
// Cases share `state`: the newcomer's link, its visitors, and how many visits its sums must show.

import { FRONT, visit } from './front.mjs';
import { buildImage } from './kurz-image.mjs';
import { killContainer } from './kill-container.mjs';
import { exportWorkspace, moveLog } from './move-data.mjs';
import { openWebApp, settleIn, walkTheFront } from './newcomer.mjs';
import { awaitSum, awaitVisitors } from './sums.mjs';
import { startVisitors } from './visitors.mjs';

const SLUG = 'hello';

/** The order of the kills: the stores, then what uses them, then the front. */
const KILLED = ['redis', 'postgres', 'kafka', 'clickhouse', 'ingester', 'api', 'redirector', 'caddy'];

/** They run once and end. */
const JOBS = ['migrate', 'topics'];

/** The services on the way of a visit: visitors may notice only when these two restart. */
const ON_THE_WAY = ['redirector', 'caddy'];

/** The services by their names in the stores' network. */
const OPERATIONS = ['http://redirector:9101', 'http://ingester:9102', 'http://api:9103'];
const PROBE = ['--api', 'http://api:8081', '--redirects', 'http://redirector:8080'];
const DOCTOR = [...OPERATIONS.flatMap((url) => ['--operations', url]), ...PROBE];

const firstCases = ({ docker, installation, root, tag }, state) => [
  {
    title: 'deploy/Dockerfile builds the image',
    work: () => buildImage(docker, { context: root, tag }),
  },
  {
    title: 'docker-compose.yml comes up from nothing, every container healthy',
    work: async () => {
      await installation.take(root, tag);
      // left by a run that was killed
      await installation.down('--volumes', '--remove-orphans');
      const said = await installation.up();
      const services = await installation.services();
      const unknown = services.filter((name) => ![...KILLED, ...JOBS].includes(name));
      if (unknown.length > 0) throw new Error(`nothing kills ${unknown.join(', ')}`);
      return `${services.join(', ')} ${said}`.trim();
    },
  },
  {
    title: 'a newcomer makes user, zone, workspace, token and a link by the guide',
    work: async () => {
      state.link = await settleIn(installation, SLUG);
    },
  },
  {
    title: 'the front leads visitors on over http and https, and refuses the API in clear',
    work: async () => {
      state.expected = await walkTheFront(state.link);
    },
  },
  {
    title: 'the web app is served with all its files, and signs the newcomer in',
    work: () => openWebApp(state.link),
  },
  {
    title: 'the stats count each visit',
    work: async () => `${await awaitSum(state.link, state.expected)} visits`,
  },
  {
    title: 'kurz visits import counts the log of another server, once',
    work: async () => {
      state.expected += await moveLog(installation, state.link);
      return `${await awaitSum(state.link, state.expected)} visits`;
    },
  },
  {
    title: 'kurz workspace export writes to standard output',
    work: async () => `${await exportWorkspace(installation, state.link)} records`,
  },
  {
    title: 'kurz doctor finds no fault, and its probe is counted',
    work: async () => {
      const { findings, parts } = await installation.admin(
        ['doctor', ...DOCTOR, '--probe', state.link.workspace],
        undefined,
        // in the command's container localhost would be that container
        ['--env', 'KURZ_APP_URL=https://app.example.com'],
      );
      const codes = findings.map(({ code }) => code).join(', ') || 'none';
      return `${parts.length} parts; warnings: ${codes}`;
    },
  },
];

async function killOne({ docker, installation, toolImage }, state, service) {
  const visitors = (state.visitors ??= startVisitors(() => visit(SLUG), FRONT));
  const before = visitors.faults();
  const isOnTheWay = ON_THE_WAY.includes(service);
  const during = isOnTheWay ? visitors.during : (work) => work();
  const ms = await killContainer(docker, installation, { service, image: toolImage, during });
  const seen = visitors.faults() - before;
  if (seen > 0 && !isOnTheWay) throw new Error(`${seen} visits were not led on`);
  return `healthy again after ${(ms / 1_000).toFixed(1)} s, visits without a redirect: ${seen}`;
}

const killCases = (ground, state) => [
  ...KILLED.map((service) => ({
    title: `${service} comes back after kill -9 under load`,
    work: () => killOne(ground, state, service),
  })),
  {
    title: 'after all kills the sums are exactly the visits that were led on',
    work: async () => {
      const { sum, said } = await awaitVisitors(state.visitors, state.link, state.expected);
      state.expected = sum;
      return said;
    },
  },
];

const lastCases = ({ installation }, state) => [
  {
    title: 'down and up again keep every number',
    work: async () => {
      await installation.down();
      await installation.up();
      await awaitSum(state.link, state.expected);
      state.expected += await walkTheFront(state.link);
      return `${await awaitSum(state.link, state.expected)} visits`;
    },
  },
];

/** `ground`: docker, installation, root, tag, toolImage. */
export function presentCases(ground) {
  const state = { expected: 0 };
  return {
    cases: [...firstCases(ground, state), ...killCases(ground, state), ...lastCases(ground, state)],
    close: async () => void (await state.visitors?.stop()),
  };
}
