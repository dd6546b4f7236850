// The chart on a node: installed by Helm, each pod killed and deleted under visits, upgraded, and a redirector scaled
// away while Kafka is frozen. Cases share `state`: the link, its visitors, and the visits that its sums must show.

import { API_HOST, ask, makeClient, ZONE } from '../images/front.mjs';
import { buildImage } from '../images/kurz-image.mjs';
import { DESTINATION, makeWorkspace } from '../images/newcomer.mjs';
import { awaitSum, awaitVisitors } from '../images/sums.mjs';
import { startVisitors } from '../images/visitors.mjs';
import { watchService } from './service-endpoints.mjs';
import { succeeds } from './until.mjs';

const SLUG = 'hello';
const SERVICES = ['redirector', 'ingester', 'api'];
const REDIRECTORS = 2;
/** Visits that are only in a journal when its redirector is scaled away. */
const LEFT_BEHIND = 50;

/** The header that a front sends after it has ended TLS. */
const THROUGH_FRONT = { 'x-forwarded-proto': 'https' };

function noFaults({ faults }, before) {
  const seen = faults() - before;
  if (seen > 0) throw new Error(`${seen} visits were not led on`);
}

const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;

const firstCases = ({ docker, installation, root, tag, startChart }, state) => [
  { title: 'deploy/Dockerfile builds the image', work: () => buildImage(docker, { context: root, tag }) },
  {
    title: 'a node gets ready, and the stores of docker-compose.yml beside it',
    work: async () => {
      state.chart = await startChart();
      await installation.take(root, tag);
      // of a run that was killed
      await installation.down('--volumes', '--remove-orphans');
      return installation.up();
    },
  },
  {
    title: 'Helm installs the chart: schema and topics are made, every pod is ready',
    work: async () => {
      await state.chart.makeSecrets(installation.secrets);
      await state.chart.makeVolumes(REDIRECTORS);
      const begin = Date.now();
      await state.chart.install();
      const pods = await Promise.all(SERVICES.map(state.chart.podsOf));
      return `${pods.flat().length} pods after ${seconds(Date.now() - begin)}`;
    },
  },
  {
    title: 'the admin command makes user, zone, workspace and token in a pod; the API a link',
    work: async () => {
      state.redirectors = watchService(state.plane(), 'redirector');
      state.apis = watchService(state.plane(), 'api');
      const { token } = await makeWorkspace(state.chart.admin);
      const client = makeClient(token, (path, { headers, ...options }) =>
        ask(API_HOST, path, {
          ...options,
          headers: { ...headers, ...THROUGH_FRONT },
          at: state.apis.next(),
        }),
      );
      await client('POST', '/v1/urls', { url: DESTINATION, slug: SLUG });
      state.link = { client, slug: SLUG };
      state.visit = (at = state.redirectors.next()) => ask(ZONE, `/${SLUG}`, { at });
    },
  },
  {
    title: 'a visit through the Service is led on and counted',
    work: async () => {
      const { status, headers } = await state.visit();
      if (status !== 302 || headers.location !== DESTINATION)
        throw new Error(`${status} ${headers.location}`);
      state.expected = await awaitSum(state.link, 1);
    },
  },
];

/** The ids of the pods; a pod made anew has another one. */
const podsNow = async ({ chart }) =>
  (await Promise.all(SERVICES.map(chart.podsOf))).flat().map(({ metadata }) => metadata.uid);

/** Flags of an upgrade that changes a setting. Another upgrade with the same flags leaves the pods. */
const CHANGED = ['--set', 'settings.KURZ_LOG_LEVEL=warn'];

const killCases = (state) => [
  ...SERVICES.map((name) => ({
    title: `${name} comes back after kill -9 under load`,
    work: async () => {
      const visitors = (state.visitors ??= startVisitors(() => state.visit()));
      const before = visitors.faults();
      // the kill breaks connections of one of two redirectors, and Kubernetes notices it only at the next probe
      const isSeen = name === 'redirector';
      const ms = await (isSeen ? visitors.during(() => state.chart.kill(name)) : state.chart.kill(name));
      if (!isSeen) noFaults(visitors, before);
      return `ready again after ${seconds(ms)}, visits without a redirect: ${visitors.faults() - before}`;
    },
  })),
  ...SERVICES.map((name) => ({
    title: `a pod of ${name} is deleted under load, and no visit notices`,
    work: async () => {
      const before = state.visitors.faults();
      await state.chart.deletePod(name);
      noFaults(state.visitors, before);
    },
  })),
  {
    title: 'an upgrade whose migration does not end changes no pod',
    work: async () => {
      const old = await podsNow(state);
      const changed = [...CHANGED, '--set', 'jobs.existingSecret=missing'];
      const isDone = await succeeds(state.chart.install(...changed, '--timeout', '15s'));
      if (isDone) throw new Error('it was done without its secret');
      const kept = (await podsNow(state)).filter((uid) => old.includes(uid));
      if (kept.length < old.length) throw new Error(`${old.length - kept.length} pods have gone`);
    },
  },
  {
    title: 'an upgrade that changes a setting rolls every pod, and no visit notices',
    work: async () => {
      const before = state.visitors.faults();
      const old = await podsNow(state);
      await state.chart.install(...CHANGED);
      const kept = (await podsNow(state)).filter((uid) => old.includes(uid));
      if (kept.length > 0) throw new Error(`${kept.length} pods are those of before`);
      noFaults(state.visitors, before);
    },
  },
  {
    title: 'the sums are exactly the visits that were led on',
    work: async () => {
      const { sum, said } = await awaitVisitors(state.visitors, state.link, state.expected);
      state.expected = sum;
      return said;
    },
  },
];

/** Lets doctor ask operations ports by address: the cluster has no DNS. There is no front at KURZ_APP_URL. */
async function examine({ chart }, operationsOf) {
  const pods = await Promise.all(SERVICES.map(chart.podsOf));
  const operations = operationsOf(
    pods.flatMap((items, at) => items.map(({ status }) => `http://${status.podIP}:${9101 + at}`)),
  );
  await chart.install(
    ...CHANGED,
    ...['--set', `doctor.operations={${operations.join(',')}}`],
    ...['--set', 'jobs.settings.KURZ_APP_URL=https://api.example.com'],
  );
  return { operations, ...(await chart.test()) };
}

const doctorCases = (state) => [
  {
    title: 'helm test: doctor finds no fault in the installation',
    work: async () => {
      const { operations, isPassed, said } = await examine(state, (all) => all);
      if (!isPassed) throw new Error(said);
      return `${operations.length} pods asked`;
    },
  },
  {
    title: 'helm test fails where a service does not answer, and says which',
    work: async () => {
      const { operations, isPassed, said } = await examine(state, ([one]) => [one.replace(/\d+$/, '9199')]);
      if (isPassed || !said.includes(`${operations[0]} does not answer`)) throw new Error(said);
    },
  },
];

const lastCases = ({ docker, installation }, state) => [
  {
    title: 'a redirector that is scaled away while Kafka stands still leaves its journal, which is drained',
    work: async () => {
      const { chart } = state;
      const kafka = await installation.inspect('kafka', '{{.Id}}');
      await docker.docker(['pause', kafka]);
      try {
        const last = (await chart.podsOf('redirector')).find(
          ({ metadata }) => metadata.name === 'redirector-1',
        );
        const at = { host: last.status.podIP, port: 8080 };
        for (let left = LEFT_BEHIND; left > 0; left--) {
          const { status } = await state.visit(at);
          if (status !== 302) throw new Error(`a visit was answered with ${status}`);
        }
        await chart.scale(1);
      } finally {
        await docker.docker(['unpause', kafka]);
      }
      await chart.install('--set', 'redirector.replicas=1', '--set', 'journalDrain.ordinals={1}');
      state.expected = await awaitSum(state.link, state.expected + LEFT_BEHIND);
      return `${LEFT_BEHIND} visits of its journal are counted`;
    },
  },
];

/** `ground`: docker, installation, root, tag, and `startChart`; `plane` gives the control plane that runs then. */
export function chartCases(ground) {
  const state = { expected: 0, plane: ground.plane };
  return {
    cases: [
      ...firstCases(ground, state),
      ...killCases(state),
      ...doctorCases(state),
      ...lastCases(ground, state),
    ],
    lastWords: async () => (await state.chart?.lastWords()) ?? '',
    close: async () => {
      await state.visitors?.stop();
      for (const service of [state.redirectors, state.apis]) await service?.close();
    },
  };
}
