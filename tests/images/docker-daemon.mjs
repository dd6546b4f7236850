// The Docker that the lane runs on: the daemon that answers, else one of its own, away from the default socket, so that
// nothing else on the machine finds it. Its data stay in the lane's cache; its containers, networks and rules do not.

import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand, tryCommand } from './run-command.mjs';

const ANSWER_MS = 10_000;
const START_MS = 60_000;
const STOP_MS = 60_000;
const POLL_MS = 200;

/** Package names of Debian and its relatives; debootstrap makes the stand-ins. */
const PACKAGES = { dockerd: 'docker.io', iptables: 'iptables', debootstrap: 'debootstrap' };

const RUN = '/run/kurz-images';
const SOCKET = `unix://${RUN}/docker.sock`;
const PID_FILE = path.join(RUN, 'docker.pid');
/** Holds the pid of the lane that started the daemon. */
const LANE_FILE = path.join(RUN, 'lane.pid');

const CHAINS = [
  'DOCKER-USER',
  'DOCKER-FORWARD',
  'DOCKER-ISOLATION-STAGE-1',
  'DOCKER-ISOLATION-STAGE-2',
  'DOCKER',
];

const answers = (env) =>
  tryCommand('docker', ['version', '--format', '{{.Server.Version}}'], { env, timeoutMs: ANSWER_MS });

const isAlive = (pid) => existsSync(`/proc/${pid}`);

/** The process that the file names, if it is alive. */
function pidIn(file) {
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  return pid > 0 && isAlive(pid) ? pid : undefined;
}

/** Installs what is missing where it may, as the other tests install Redis. */
async function installDaemon() {
  const missing = [];
  for (const [program, name] of Object.entries(PACKAGES))
    if ((await tryCommand('which', [program])) === undefined) missing.push(name);
  if (missing.length === 0) return undefined;
  if ((await tryCommand('apt-get', ['--version'])) === undefined) return `${missing.join(', ')} missing`;
  console.log(`installing ${missing.join(', ')} (apt-get) …`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: 600_000 };
  try {
    await runCommand('apt-get', ['update', '-qq'], options);
    await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], options);
    return undefined;
  } catch (error) {
    return `${missing.join(', ')} cannot be installed: ${error.message.slice(-300)}`;
  }
}

/** What a daemon leaves behind: a mount, its bridges, and its rules of the packet filter. */
async function removeTraces() {
  await tryCommand('umount', [`${RUN}/exec/netns/default`]);
  const links = (await tryCommand('ip', ['-brief', 'link'])) ?? '';
  for (const [, name] of links.matchAll(/^(docker0|br-[0-9a-f]{12})\b/gm))
    await tryCommand('ip', ['link', 'delete', name]);
  for (const program of ['iptables', 'ip6tables'])
    for (const table of ['filter', 'nat']) {
      const rules = (await tryCommand(program, ['-t', table, '-S'])) ?? '';
      for (const [, rule] of rules.matchAll(/^-A (.*\b(?:docker0|DOCKER|br-[0-9a-f]{12})\b.*)$/gm))
        await tryCommand(program, ['-t', table, '-D', ...rule.split(' ')]);
      for (const deed of ['-F', '-X'])
        for (const chain of CHAINS) await tryCommand(program, ['-t', table, deed, chain]);
    }
}

async function stopOwn(pid, env) {
  const containers = (await tryCommand('docker', ['ps', '--quiet', '--all'], { env })) ?? '';
  const ids = containers.split('\n').filter(Boolean);
  if (ids.length > 0) await tryCommand('docker', ['rm', '--force', '--volumes', ...ids], { env });
  // removes images of earlier runs that this run has replaced
  await tryCommand('docker', ['image', 'prune', '--force'], { env });
  await tryCommand('docker', ['volume', 'prune', '--force'], { env });
  process.kill(pid, 'SIGTERM');
  const end = Date.now() + STOP_MS;
  while (isAlive(pid) && Date.now() < end) await sleep(POLL_MS);
  await removeTraces();
}

async function startOwn(cache) {
  const env = { ...process.env, DOCKER_HOST: SOCKET };
  const before = pidIn(PID_FILE);
  if (before !== undefined && pidIn(LANE_FILE) !== undefined)
    return { refusal: `another run has a daemon in ${RUN}` };
  // left by a run that was killed
  if (before !== undefined) await stopOwn(before, env);
  const data = path.join(cache, 'docker');
  for (const folder of [RUN, data]) mkdirSync(folder, { recursive: true });
  writeFileSync(LANE_FILE, String(process.pid));
  const log = path.join(RUN, 'dockerd.log');
  const out = openSync(log, 'w');
  // forwarding stays as it is: containers reach each other and this machine
  const places = ['--host', SOCKET, '--data-root', data, '--exec-root', `${RUN}/exec`, '--pidfile', PID_FILE];
  const child = spawn('dockerd', [...places, '--ip-forward=false'], {
    stdio: ['ignore', out, out],
    detached: true,
  });
  closeSync(out);
  let hasEnded = false;
  child.once('error', () => (hasEnded = true)).once('exit', () => (hasEnded = true));
  const end = Date.now() + START_MS;
  let version;
  while (!hasEnded && version === undefined && Date.now() < end) {
    version = await answers(env);
    if (version === undefined) await sleep(POLL_MS);
  }
  if (version !== undefined) {
    child.unref();
    return { version: version.trim(), env, isOwn: true, close: () => stopOwn(child.pid, env) };
  }
  if (!hasEnded) process.kill(child.pid, 'SIGTERM');
  await removeTraces();
  return { refusal: `dockerd does not run here: ${readFileSync(log, 'utf8').trimEnd().slice(-400)}` };
}

/** `cache`: folder for the data of an own daemon. Gives `env` for the client, or why there is no Docker. */
export async function openDocker(cache) {
  if (process.env.KURZ_TEST_DOCKER === '0') return { refusal: 'KURZ_TEST_DOCKER is 0' };
  const version = await answers(process.env);
  if (version !== undefined)
    return { version: version.trim(), env: process.env, isOwn: false, close: async () => undefined };
  if (process.env.DOCKER_HOST) return { refusal: 'no Docker answers at DOCKER_HOST' };
  if (process.platform !== 'linux' || process.getuid() !== 0)
    return { refusal: 'no Docker answers, and only root can start one, on Linux' };
  const refusal = await installDaemon();
  return refusal === undefined ? startOwn(cache) : { refusal };
}
