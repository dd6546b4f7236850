// Kubernetes' API server with an etcd of its own, on this machine alone; kubectl and Helm that speak to it.

/* global AbortController */

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { createServer } from 'node:net';
import path from 'node:path';
import { runCommand } from '../images/run-command.mjs';
import { startProcess } from './started-process.mjs';
import { succeeds, until } from './until.mjs';

const START_MS = 120_000;
const HOST = '127.0.0.1';
const SERVICE_NETWORK = '10.96.0.0/24';

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, HOST, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** The key that signs tokens of service accounts. */
const signingKey = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  }).privateKey;

function kubeconfigOf({ port, token }) {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    // the API server's certificate is self-signed
    clusters: [
      { name: 'here', cluster: { server: `https://${HOST}:${port}`, 'insecure-skip-tls-verify': true } },
    ],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'here', context: { cluster: 'here', user: 'admin' } }],
    'current-context': 'here',
  });
}

/** Gets a path of the API server, as JSON. */
const makeGet = ({ port, token, certificate }) => {
  const agent = new https.Agent({ keepAlive: true, ca: readFileSync(certificate) });
  const headers = { authorization: `Bearer ${token}` };
  return (place) =>
    new Promise((resolve, reject) => {
      const request = https.get({ host: HOST, port, path: place, headers, agent }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk)).once('error', reject);
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${place}: ${response.statusCode} ${text}`));
        });
      });
      request.once('error', reject);
    });
};

/** Gives `kubectl(words)`, `helm(words)`, `get(path)`, and what a node needs. Throws when a program does not start. */
export async function startControlPlane(programs, folder) {
  const inFolder = (...names) => path.join(folder, ...names);
  mkdirSync(folder, { recursive: true });
  const [clients, peers, port] = [await freePort(), await freePort(), await freePort()];
  const token = randomBytes(24).toString('hex');
  const [kubeconfig, key, tokens] = [
    inFolder('kubeconfig'),
    inFolder('accounts.key'),
    inFolder('tokens.csv'),
  ];
  writeFileSync(tokens, `${token},admin,1,"system:masters"\n`, { mode: 0o600 });
  writeFileSync(kubeconfig, kubeconfigOf({ port, token }), { mode: 0o600 });
  writeFileSync(key, signingKey(), { mode: 0o600 });

  const processes = [];
  const start = (name, args) => {
    processes.unshift(startProcess(programs[name], args, { log: inFolder(`${name}.log`) }));
  };
  const closing = new AbortController();
  const close = async () => {
    // commands that still wait
    closing.abort();
    for (const one of processes.splice(0)) await one.stop();
  };
  const env = { ...process.env, KUBECONFIG: kubeconfig };
  const command = { env, signal: closing.signal };
  const kubectl = (args, options) => runCommand(programs.kubectl, args, { ...command, ...options });
  const helm = (args, options) => runCommand(programs.helm, args, { ...command, ...options });
  const failure = () => processes.map((one) => one.failure()).find((said) => said !== undefined);

  try {
    const [clientUrl, peerUrl] = [clients, peers].map((one) => `http://${HOST}:${one}`);
    start('etcd', [
      ...[
        '--data-dir',
        inFolder('etcd'),
        '--listen-client-urls',
        clientUrl,
        '--advertise-client-urls',
        clientUrl,
      ],
      ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
      ...['--initial-cluster', `default=${peerUrl}`, '--unsafe-no-fsync'],
    ]);
    start('kube-apiserver', [
      ...['--etcd-servers', clientUrl, '--bind-address', HOST, '--secure-port', String(port)],
      ...['--advertise-address', HOST, '--cert-dir', inFolder('certificates'), '--token-auth-file', tokens],
      ...['--service-account-key-file', key, '--service-account-signing-key-file', key],
      ...['--service-account-issuer', 'https://kubernetes.default.svc', '--anonymous-auth=false'],
      ...['--service-cluster-ip-range', SERVICE_NETWORK, '--authorization-mode', 'RBAC'],
      '--kubelet-preferred-address-types=InternalIP',
    ]);
    const isReady = () => succeeds(kubectl(['get', '--raw', '/readyz']));
    await until('the API server', isReady, { forMs: START_MS, failure });
    const own = ['--kubeconfig', kubeconfig, '--bind-address', HOST, '--leader-elect=false'];
    start('kube-controller-manager', [...own, '--service-account-private-key-file', key]);
    start('kube-scheduler', own);
    const get = makeGet({ port, token, certificate: inFolder('certificates', 'apiserver.crt') });
    return { kubectl, helm, get, kubeconfig, close };
  } catch (error) {
    await close();
    throw error;
  }
}
