// The chart as Helm installs it on the node, with the stores of Compose behind it, and what an operator does to it.

import { mkdirSync } from 'node:fs';
import { chown, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NAMESPACE } from './accepted-cases.mjs';
import { HOST_ADDRESS } from './node.mjs';
import { succeeds, until } from './until.mjs';

const STORES = /@(postgres|redis|clickhouse):/;
const HELM_S = 300;
const BACK_MS = 180_000;
const JOURNAL = '1Gi';
/** The user of the image. */
const USER = 10001;

/** Small, for one node whose stores ask for no TLS. */
const VALUES = {
  settings: {
    KURZ_KAFKA_BROKERS: `${HOST_ADDRESS}:9092`,
    KURZ_KAFKA_SSL: 'false',
    KURZ_KAFKA_REPLICATION: '1',
    KURZ_KAFKA_PARTITIONS: '6',
    KURZ_PRIVATE_NETWORK: 'true',
    KURZ_APP_URL: 'https://localhost',
  },
  redirector: {
    replicas: 2,
    settings: { KURZ_JOURNAL_MAX_BYTES: '500000000', KURZ_STOP_MS: '10000' },
    journal: { size: JOURNAL },
  },
};
const LITTLE = { resources: { requests: { cpu: '50m', memory: '128Mi' } } };

function volumeOf(name, folder, node) {
  const expressions = [{ key: 'kubernetes.io/hostname', operator: 'In', values: [node] }];
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      capacity: { storage: JOURNAL },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      local: { path: folder },
      nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: expressions }] } },
    },
  };
}

/** `image`: its repository and its tag. */
export function makeRunningChart({ plane, node, root, folder, image: [repository, tag] }) {
  const { kubectl, helm, get } = plane;
  const inNamespace = (args, options) => kubectl(['--namespace', NAMESPACE, ...args], options);
  const pods = `/api/v1/namespaces/${NAMESPACE}/pods`;
  const values = {
    ...VALUES,
    image: { repository: `docker.io/library/${repository}`, tag, pullPolicy: 'IfNotPresent' },
    redirector: { ...VALUES.redirector, ...LITTLE },
    ingester: LITTLE,
    api: LITTLE,
    jobs: LITTLE,
  };

  /** Makes kurz-secrets from the files of deploy/make-secrets.sh, with the addresses of the stores. */
  async function makeSecrets(secrets) {
    const stringData = {};
    for (const name of await readdir(secrets)) {
      const text = await readFile(path.join(secrets, name), 'utf8');
      stringData[name] = text.replace(STORES, `@${HOST_ADDRESS}:`);
    }
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'kurz-secrets' }, stringData };
    await inNamespace(['apply', '--filename', '-'], { input: JSON.stringify(secret) });
  }

  /** Makes volumes, as a provisioner would. */
  async function makeVolumes(count) {
    for (let number = 0; number < count; number++) {
      const place = path.join(folder, `journal-${number}`);
      mkdirSync(place, { recursive: true });
      await chown(place, USER, USER);
      const volume = volumeOf(`journal-${number}`, place, node.name);
      await kubectl(['apply', '--filename', '-'], { input: JSON.stringify(volume) });
    }
  }

  /** Installs or upgrades with Helm; resolves when every pod is ready. */
  async function install(...flags) {
    const file = path.join(folder, 'values.json');
    await writeFile(file, JSON.stringify(values));
    const wait = ['--wait', '--timeout', `${HELM_S}s`];
    const chart = ['upgrade', '--install', 'kurz', path.join(root, 'deploy', 'helm', 'kurz')];
    await helm([...chart, '--namespace', NAMESPACE, '--values', file, ...wait, ...flags], {
      timeoutMs: (HELM_S + 30) * 1_000,
    });
  }

  /** Runs `helm test`. Gives whether it passed, and the pod's log. */
  async function test() {
    const asked = ['test', 'kurz', '--namespace', NAMESPACE, '--timeout', `${HELM_S}s`];
    const isPassed = await succeeds(helm(asked, { timeoutMs: (HELM_S + 30) * 1_000 }));
    return { isPassed, said: await inNamespace(['logs', 'pod/doctor']) };
  }

  const podsOf = async (name) =>
    (await get(`${pods}?labelSelector=${encodeURIComponent(`app.kubernetes.io/name=${name}`)}`)).items;

  /** The status of a service's container; the first pod's when there are several. */
  async function containerOf(name) {
    const [pod] = (await podsOf(name)).sort((a, b) => a.metadata.name.localeCompare(b.metadata.name));
    const [status] = pod.status.containerStatuses;
    return { pod: pod.metadata.name, id: status.containerID?.split('//')[1], ...status };
  }

  const untilBack = (what, isSo) => until(what, isSo, { forMs: BACK_MS });

  /** kill -9 of a container's first process. Resolves with the ms until the kubelet has restarted it. */
  async function kill(name) {
    const before = await containerOf(name);
    const begin = Date.now();
    await node.kill(before.id);
    await untilBack(`${name} to come back`, async () => {
      const now = await containerOf(name);
      return now.restartCount > before.restartCount && now.ready;
    });
    return Date.now() - begin;
  }

  /** Resolves when the pod is gone and one in its place is ready. */
  async function deletePod(name) {
    const { pod } = await containerOf(name);
    const known = (await podsOf(name)).map(({ metadata }) => metadata.uid);
    await inNamespace(['delete', 'pod', pod], { timeoutMs: BACK_MS });
    await untilBack(`${name} to be there again`, async () => {
      const now = await podsOf(name);
      const isReady = now.every(({ status }) => status.containerStatuses?.every(({ ready }) => ready));
      return (
        isReady && now.length === known.length && now.some(({ metadata }) => !known.includes(metadata.uid))
      );
    });
  }

  return {
    makeSecrets,
    makeVolumes,
    install,
    test,
    podsOf,
    kill,
    deletePod,
    scale: async (replicas) => {
      await inNamespace(['scale', 'statefulset/redirector', `--replicas=${replicas}`]);
      await untilBack('the redirector to end', async () => (await podsOf('redirector')).length === replicas);
    },
    /** The admin command, as the guide has it; gives its answer. */
    admin: async (args, input = '') => {
      const command = ['exec', '--stdin', 'deploy/api', '--', 'node', 'services/admin/dist/main.js'];
      return JSON.parse(await inNamespace([...command, ...args, '--json'], { input }));
    },
    /** What an operator would look at when something went wrong. */
    lastWords: async () => {
      const asked = [
        ['get', 'pods', '--output', 'wide'],
        ['get', 'events', '--sort-by', '.lastTimestamp'],
        ...['redirector', 'ingester', 'api', 'migrate', 'topics', 'journal-drain'].map((name) => [
          ...['logs', '--selector', `app.kubernetes.io/name=${name}`, '--tail', '15', '--prefix'],
        ]),
      ];
      const said = asked.map((args) => inNamespace(args).catch((error) => error.message));
      return (await Promise.all(said)).join('\n');
    },
  };
}
