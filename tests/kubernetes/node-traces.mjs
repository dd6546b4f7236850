// What a kubelet, its containers and their networks leave outside the lane's folders, and how it is removed. What was
// there before stays.

import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand, tryCommand } from '../images/run-command.mjs';

/** The kubelet sets them for the whole machine. */
const SYSCTLS = [
  'vm.overcommit_memory',
  'vm.panic_on_oom',
  'kernel.panic',
  'kernel.panic_on_oops',
  'kernel.keys.root_maxkeys',
  'kernel.keys.root_maxbytes',
  'net.ipv4.ip_forward',
];
const CHAINS = ['KUBE-FIREWALL', 'KUBE-KUBELET-CANARY', 'KUBE-IPTABLES-HINT'];
const FOLDERS = ['/var/lib/cni', '/var/lib/kubelet', '/var/log/containers', '/var/log/pods'];
const NETWORK_NAMESPACES = '/run/netns';
const CGROUPS = '/sys/fs/cgroup';
const PODS = 'kubepods';

const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []);
const pathOfSysctl = (name) => path.join('/proc/sys', ...name.split('.'));

/** The pods' cgroups in one hierarchy, or in each. */
const podCgroups = () =>
  ['', ...namesIn(CGROUPS)]
    .map((name) => path.join(CGROUPS, name, PODS))
    .filter((place) => existsSync(place));

/** Removes from the innermost on. A cgroup with a process in it stays. */
function removeCgroup(place) {
  for (const entry of readdirSync(place, { withFileTypes: true }))
    if (entry.isDirectory()) removeCgroup(path.join(place, entry.name));
  try {
    rmdirSync(place);
  } catch (error) {
    if (error.code !== 'EBUSY') throw error;
  }
}

/** Unmounts the innermost first. */
async function unmountBelow(folders) {
  const mounted = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((place) => folders.some((folder) => place.startsWith(`${folder}/`)));
  for (const place of mounted.reverse()) await tryCommand('umount', ['--lazy', place]);
}

async function removeRules() {
  for (const program of ['iptables', 'ip6tables'])
    for (const table of ['filter', 'nat', 'mangle']) {
      for (const chain of ['INPUT', 'OUTPUT'])
        await tryCommand(program, ['-t', table, '-D', chain, '-j', 'KUBE-FIREWALL']);
      for (const deed of ['-F', '-X'])
        for (const chain of CHAINS) await tryCommand(program, ['-t', table, deed, chain]);
    }
}

/** Removes the bridge, with the ends of the pods' connections that are attached to it. */
async function removeBridge(bridge) {
  const ports = await tryCommand('ip', ['-json', 'link', 'show', 'master', bridge]);
  for (const { ifname } of JSON.parse(ports || '[]')) await tryCommand('ip', ['link', 'delete', ifname]);
  await tryCommand('ip', ['link', 'delete', bridge]);
}

/** Why no second node may run here; undefined when it may. */
export async function findOtherNode() {
  const pids = await tryCommand('pgrep', ['--exact', 'kubelet']);
  return pids === undefined ? undefined : 'a kubelet runs on this machine';
}

/** `folders`: the lane's. Gives a function that removes all traces, once nothing runs any more. */
export function noteTraces({ folders, bridge }) {
  const sysctls = SYSCTLS.map(pathOfSysctl)
    .filter((file) => existsSync(file))
    .map((file) => [file, readFileSync(file, 'utf8')]);
  const missing = FOLDERS.filter((folder) => !existsSync(folder));
  const namespaces = new Set(namesIn(NETWORK_NAMESPACES));
  const cgroups = new Set(podCgroups());
  return async () => {
    await unmountBelow(folders);
    for (const name of namesIn(NETWORK_NAMESPACES).filter((one) => !namespaces.has(one)))
      await tryCommand('ip', ['netns', 'delete', name]);
    await removeBridge(bridge);
    await removeRules();
    for (const place of podCgroups().filter((one) => !cgroups.has(one))) removeCgroup(place);
    for (const folder of missing) rmSync(folder, { recursive: true, force: true });
    for (const [file, value] of sysctls) writeFileSync(file, value);
  };
}

/** Stops forwarding out of the machine, which the pods' network enables. Gives a function that allows it again. */
export async function closeTheWayOut() {
  const routes = await runCommand('ip', ['-json', 'route', 'show', 'default']);
  const interfaces = [...new Set(JSON.parse(routes || '[]').map(({ dev }) => dev))];
  const rules = interfaces.map((dev) => ['FORWARD', '-o', dev, '-j', 'DROP']);
  for (const rule of rules) await runCommand('iptables', ['-I', ...rule]);
  return async () => {
    for (const rule of rules) await tryCommand('iptables', ['-D', ...rule]);
  };
}
