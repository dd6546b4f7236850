// `kill -9` of a container's first process, which is what a crash is, and the wait until Docker has brought it back.
// `docker kill` would not do: Docker takes it for the operator's wish and leaves the container down.

import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 300;
const BACK_MS = 180_000;

const STATE = '{{.RestartCount}} {{.State.Status}} {{if .State.Health}}{{.State.Health.Status}}{{end}}';

/** Kills from a container in the daemon's pid namespace: the lane may run elsewhere, or not as root. */
const killProcess = (docker, image, pid) =>
  docker([
    ...['run', '--rm', '--pid', 'host', '--network', 'none', '--user', '0'],
    ...['--entrypoint', 'sh', image, '-c', `kill -9 ${pid}`],
  ]);

/** `during` wraps the kill. Gives the ms from the kill to healthy; throws where the container does not come back. */
export async function killContainer({ docker }, installation, { service, image, during }) {
  const read = async () => {
    const [count, status, health] = (await installation.inspect(service, STATE)).split(' ');
    return { count: Number(count), isWell: status === 'running' && health === 'healthy', status, health };
  };
  const before = await read();
  const pid = await installation.inspect(service, '{{.State.Pid}}');
  await during(() => killProcess(docker, image, pid));
  const start = Date.now();
  for (;;) {
    const now = await read();
    if (now.count > before.count && now.isWell) return Date.now() - start;
    if (Date.now() - start > BACK_MS)
      throw new Error(`${service} is ${now.status} and ${now.health} after ${BACK_MS / 1_000} s`);
    await sleep(POLL_MS);
  }
}
