// The image's health check: ends with 0 when the operations server of the service in this container says that it
// lives. KURZ_OPS_PORT says where it listens; without it, the three services' own ports are tried.

const ports = process.env.KURZ_OPS_PORT ? [process.env.KURZ_OPS_PORT] : [9101, 9102, 9103];

async function isLive(port) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/livez`);
    return answer.ok;
  } catch {
    return false;
  }
}

// a process that does not turn does not answer either
setTimeout(() => process.exit(1), 2_500).unref();
const answers = await Promise.all(ports.map(isLive));
process.exitCode = answers.includes(true) ? 0 : 1;
