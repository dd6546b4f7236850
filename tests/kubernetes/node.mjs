// The node: its own containerd with the images that pods need, a bridge for their network, and the kubelet. Pods reach
// each other and this machine; nothing is forwarded out of it.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand, tryCommand } from '../images/run-command.mjs';
import { closeTheWayOut, noteTraces } from './node-traces.mjs';
import { startProcess } from './started-process.mjs';
import { succeeds, until } from './until.mjs';

const NAME = 'node1';
const BRIDGE = 'kurzpods0';
/** This machine's address on the bridge: there pods find the stores, and the API server finds the kubelet. */
export const HOST_ADDRESS = '10.244.0.1';
const POD_NETWORK = '10.244.0.0/24';
const RUN = '/run/kurz-kubernetes';
const SOCKET = `${RUN}/containerd.sock`;
const START_MS = 120_000;
const IMPORT_MS = 300_000;

/** The pods' network. The addresses that it assigns are kept in the lane's folder. */
const networkOf = (folder) => ({
  cniVersion: '0.4.0',
  name: 'kurz',
  plugins: [
    {
      type: 'bridge',
      bridge: BRIDGE,
      isGateway: true,
      ipMasq: false,
      hairpinMode: true,
      ipam: {
        type: 'host-local',
        dataDir: folder,
        ranges: [[{ subnet: POD_NETWORK }]],
        routes: [{ dst: '0.0.0.0/0' }],
      },
    },
  ],
});

const containerdSettings = ({ folder, pause, networkPlugins }) => `version = 2
root = "${folder}/containerd"
state = "${RUN}/state"
[grpc]
  address = "${SOCKET}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${pause}"
  # without CAP_SYS_RESOURCE
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "${networkPlugins}"
    conf_dir = "${folder}/network"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
`;

const kubeletSettings = (folder) => ({
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
  authorization: { mode: 'AlwaysAllow' },
  // listens on the bridge only
  address: HOST_ADDRESS,
  healthzBindAddress: HOST_ADDRESS,
  cgroupDriver: 'cgroupfs',
  containerRuntimeEndpoint: `unix://${SOCKET}`,
  failSwapOn: false,
  readOnlyPort: 0,
  podLogsDir: path.join(folder, 'pod-logs'),
  resolvConf: '',
  evictionHard: { 'nodefs.available': '1%', 'imagefs.available': '1%', 'memory.available': '100Mi' },
});

/**
 * `images`: images of the Docker whose client is `docker`. `pause`: the image that holds a pod's network. Gives
 * `kill(container)`, which is kill -9 of its first process. Throws when the node does not get ready.
 */
export async function startNode({ programs, plane, docker, folder, images, pause }) {
  const inFolder = (...names) => path.join(folder, ...names);
  const closing = [];
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one();
  };
  const ctr = (args, options) =>
    runCommand('ctr', ['--address', SOCKET, '--namespace', 'k8s.io', ...args], options);

  async function endContainers() {
    const tasks = await ctr(['tasks', 'ls', '--quiet']).catch(() => '');
    for (const task of tasks.split('\n').filter(Boolean)) {
      await ctr(['tasks', 'kill', '--signal', 'SIGKILL', task]).catch(() => undefined);
      await ctr(['tasks', 'delete', '--force', task]).catch(() => undefined);
    }
    // of a pod that was about to end
    await tryCommand('pkill', ['--signal', 'KILL', '--full', `containerd-shim.* -address ${SOCKET}`]);
  }

  try {
    for (const place of [inFolder('network'), RUN]) mkdirSync(place, { recursive: true });
    closing.push(() => rmSync(RUN, { recursive: true, force: true }));
    closing.push(noteTraces({ folders: [folder, RUN], bridge: BRIDGE }));
    closing.push(await closeTheWayOut());
    await runCommand('ip', ['link', 'add', BRIDGE, 'type', 'bridge']);
    await runCommand('ip', ['address', 'add', `${HOST_ADDRESS}/24`, 'dev', BRIDGE]);
    await runCommand('ip', ['link', 'set', BRIDGE, 'up']);

    writeFileSync(
      inFolder('network', '10-bridge.conflist'),
      JSON.stringify(networkOf(inFolder('addresses'))),
    );
    writeFileSync(
      inFolder('containerd.toml'),
      containerdSettings({
        folder,
        pause: `docker.io/library/${pause}`,
        networkPlugins: programs.networkPlugins,
      }),
    );
    writeFileSync(inFolder('kubelet.yaml'), JSON.stringify(kubeletSettings(folder)));
    const containerd = startProcess('containerd', ['--config', inFolder('containerd.toml')], {
      log: inFolder('containerd.log'),
    });
    closing.push(containerd.stop);
    closing.push(endContainers);
    const doesAnswer = () => succeeds(ctr(['version']));
    await until('containerd', doesAnswer, { forMs: START_MS, failure: containerd.failure });
    const archive = inFolder('images.tar');
    await docker(['save', '--output', archive, ...images, pause], { timeoutMs: IMPORT_MS });
    await ctr(['images', 'import', archive], { timeoutMs: IMPORT_MS });
    rmSync(archive);

    const kubelet = startProcess(
      programs.kubelet,
      [
        ...['--kubeconfig', plane.kubeconfig, '--config', inFolder('kubelet.yaml')],
        ...['--hostname-override', NAME, '--node-ip', HOST_ADDRESS, '--root-dir', inFolder('kubelet')],
        ...['--cert-dir', inFolder('kubelet-certificates')],
      ],
      { log: inFolder('kubelet.log') },
    );
    closing.push(kubelet.stop);
    const isThere = () => succeeds(plane.kubectl(['get', 'node', NAME]));
    await until('the node', isThere, { forMs: START_MS, failure: kubelet.failure });
    await plane.kubectl(['wait', '--for=condition=Ready', `node/${NAME}`, '--timeout=120s'], {
      timeoutMs: 130_000,
    });
    return { name: NAME, kill: (id) => ctr(['tasks', 'kill', '--signal', 'SIGKILL', id]), close };
  } catch (error) {
    await close();
    throw error;
  }
}
