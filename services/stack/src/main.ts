// The process behind `npm run stack`: environment in, banner out, signals to an orderly end.

import { failStart, makeLog, runProcess } from '@kurz/process';
import { stackBanner } from './topology/stack-banner';
import { readStackSettings } from './topology/stack-settings';
import { startStack } from './topology/start-stack';

/** Two groups of services and one of stores, each with its own bound. */
const STOP_MS = 50_000;

const print = (text: string) => new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));

function refuse(reason: string): never {
  process.stderr.write(`kurz: ${reason}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const settings = readStackSettings(process.env);
  const log = makeLog({ level: settings.logLevel, service: 'stack' });
  const start = async () => {
    const stack = await startStack({ log, say: (text) => void print(`kurz: ${text} …\n`) }, settings);
    if (stack.kind === 'refused') return refuse(stack.reason);
    const { dataDirectory, services, token } = stack;
    const linksUrl = `http://localhost:${settings.port}`;
    const apiUrl = `http://localhost:${settings.apiPort}`;
    await print(stackBanner({ linksUrl, apiUrl, dataDirectory, services, token }));
    await stack.shown();
    return { drain: () => undefined, close: stack.close };
  };
  await runProcess({ log }, start, { preStopMs: 0, stopMs: STOP_MS });
}

main().catch((error: unknown) => failStart(error, { log: makeLog({ level: 'error', service: 'stack' }) }));
