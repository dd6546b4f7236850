// Makes sure that programs are on this machine: installs them where it is allowed to, else says how to.

import { spawnSync } from 'node:child_process';
import { installCommand, type Machine } from './install-command';
import { missingPrograms, type Program } from './missing-programs';

export type EnsureOutcome =
  | { kind: 'ready' }
  /** `advice`: one line for the person who started this. */
  | { kind: 'missing'; advice: string };

const INSTALL_MS = 600_000;

function apt(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('apt-get', args, {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: INSTALL_MS,
  });
  if (status !== 0) throw new Error(`apt-get ${args.join(' ')} ended with ${status}; see above`);
}

const succeeds = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

function thisMachine(): Machine {
  return {
    platform: process.platform,
    hasApt: succeeds('apt-get', '--version'),
    isRoot: process.getuid?.() === 0,
    // for a name that only other packages mention, the command succeeds and prints nothing
    hasPackage: (name) =>
      spawnSync('apt-cache', ['show', name], { encoding: 'utf8' }).stdout.includes('Package:'),
  };
}

/** `say` receives the names of the packages that are being installed. Throws when an installation fails. */
export function ensurePrograms(needed: readonly Program[], say: (text: string) => void): EnsureOutcome {
  const missing = missingPrograms(needed);
  if (missing.length === 0) return { kind: 'ready' };
  const machine = thisMachine();
  if (machine.isRoot && machine.hasApt) apt('update', '-qq');
  const install = installCommand(missing, machine);
  const names = missing.join(' and ');
  if (install.kind === 'ask') {
    const ages = missing.includes('java') ? ' (Java 17 or newer)' : '';
    return { kind: 'missing', advice: `${names}${ages} missing; install with: ${install.command}` };
  }
  say(`installing ${install.packages.join(', ')} (apt-get)`);
  apt('install', '-y', '-qq', '--no-install-recommends', ...install.packages);
  const still = missingPrograms(needed);
  if (still.length === 0) return { kind: 'ready' };
  return {
    kind: 'missing',
    advice: `${still.join(' and ')} still missing after installing ${install.packages.join(', ')}`,
  };
}
