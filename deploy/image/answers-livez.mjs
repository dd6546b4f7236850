// The image's health check: ends with 0 when the operations server of the service in this container says that it
// lives. KURZ_OPS_HOST and KURZ_OPS_PORT say where it listens; without a port, the three services' own ports are tried.

const { KURZ_OPS_HOST: host = '', KURZ_OPS_PORT: port } = process.env;
const ports = port ? [port] : [9101, 9102, 9103];
// of all addresses one is the loopback's
const address = ['', '0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
const name = address.includes(':') ? `[${address}]` : address;

async function isLive(port) {
  try {
    const answer = await fetch(`http://${name}:${port}/livez`);
    return answer.ok;
  } catch {
    return false;
  }
}

// a process that does not turn does not answer either
setTimeout(() => process.exit(1), 2_500).unref();
const answers = await Promise.all(ports.map(isLive));
process.exitCode = answers.includes(true) ? 0 : 1;
