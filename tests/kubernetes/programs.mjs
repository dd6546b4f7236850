// What a Kubernetes of one node consists of: its programs and Helm by Go, etcd and the plugins of pods' networks from
// Debian's packages, unpacked. All are kept in the user's cache.

import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { HELM } from '../deploy/helm-program.mjs';
import { goPrograms } from '../go-programs.mjs';
import { runCommand, tryCommand } from '../images/run-command.mjs';
import { USER_CACHE } from '../user-cache.mjs';

const VERSION = '1.34.4';
const PROGRAMS = ['kube-apiserver', 'kubectl', 'kube-controller-manager', 'kube-scheduler', 'kubelet'];

const versionFlags = Object.entries({
  gitVersion: `v${VERSION}`,
  gitMajor: '1',
  gitMinor: VERSION.split('.')[1],
})
  .map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`)
  .join(' ');

const KUBERNETES = goPrograms(
  `kubernetes-${VERSION}`,
  PROGRAMS.map((program) => ({
    program,
    source: `k8s.io/kubernetes/cmd/${program}@v${VERSION}`,
    flags: ['-ldflags', `-s -w ${versionFlags}`],
    staged: { module: `k8s.io/kubernetes@v${VERSION}`, version: `v0.${VERSION.replace(/^\d+\./, '')}` },
  })),
);

/** Package names of Debian and its relatives. */
const PACKAGES = ['etcd-server', 'containernetworking-plugins'];

const CACHE = path.join(USER_CACHE, 'kurz');

/** Unpacks the packages without installing them. Gives the folder, or why there is none. */
async function unpackPackages() {
  const folder = path.join(CACHE, 'kubernetes-packages');
  if (existsSync(folder)) return { folder };
  if ((await tryCommand('apt-get', ['--version'])) === undefined)
    return { refusal: `there is no apt-get to fetch ${PACKAGES.join(' and ')}` };
  mkdirSync(CACHE, { recursive: true });
  const draft = mkdtempSync(path.join(CACHE, 'kubernetes-packages-'));
  const download = () => runCommand('apt-get', ['download', '-qq', ...PACKAGES], { cwd: draft });
  try {
    await download().catch(async () => {
      await runCommand('apt-get', ['update', '-qq'], { timeoutMs: 300_000 });
      await download();
    });
    await runCommand('sh', ['-c', 'for one in *.deb; do dpkg -x "$one" .; done; rm -- *.deb'], {
      cwd: draft,
    });
    renameSync(draft, folder);
    return { folder };
  } catch (error) {
    return { refusal: `${PACKAGES.join(' and ')} cannot be had: ${error.message.slice(-300)}` };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Gives the path of each program and the folder of the network plugins, or why they cannot be had. */
export async function findPrograms() {
  const builds = [KUBERNETES, HELM];
  for (const { build } of builds) {
    const { refusal } = build();
    if (refusal) return { refusal };
  }
  const { folder, refusal } = await unpackPackages();
  if (refusal) return { refusal };
  const built = Object.fromEntries(PROGRAMS.map((name) => [name, path.join(KUBERNETES.built(), name)]));
  return {
    ...built,
    helm: path.join(HELM.built(), 'helm'),
    etcd: path.join(folder, 'usr', 'bin', 'etcd'),
    networkPlugins: path.join(folder, 'usr', 'lib', 'cni'),
  };
}
