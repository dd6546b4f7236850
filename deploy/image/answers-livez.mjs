// The image's health check: exits with 0 when the operations server of the service in this container reports that it is
// live. KURZ_OPS_HOST and KURZ_OPS_PORT say where it listens. Without a port, the three services' default ports are
// tried.

const { KURZ_OPS_HOST: host = '', KURZ_OPS_PORT: port } = process.env;
const ports = port ? [port] : [9101, 9102, 9103];
// a server on all addresses also listens on the loopback address
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

// a process whose event loop is stuck does not answer
setTimeout(() => process.exit(1), 2_500).unref();
const answers = await Promise.all(ports.map(isLive));
process.exitCode = answers.includes(true) ? 0 : 1;
