// How a person, or this process where it may, installs the missing programs on this kind of machine.

import { type Program } from './missing-programs';

export type Machine = {
  platform: NodeJS.Platform;
  /** Debian and its kin. */
  hasApt: boolean;
  isRoot: boolean;
  /** Whether apt knows the package. */
  hasPackage: (name: string) => boolean;
};

export type InstallCommand =
  /** May be run here and now. */
  | { kind: 'own'; packages: string[] }
  /** A person must run this. */
  | { kind: 'ask'; command: string };

/** Ubuntu 22.04's default is 11, which is too old; Debian 13 has no 17. */
const JAVA_PACKAGES = ['openjdk-21-jre-headless', 'openjdk-17-jre-headless'];

/** Has no windows, which no test looks at. */
const SHELL_PACKAGE = 'chromium-headless-shell';

const DARWIN = {
  'redis-server': 'redis',
  java: 'openjdk',
  chromium: '--cask chromium',
  pgbouncer: 'pgbouncer',
};

export function installCommand(missing: Program[], machine: Machine): InstallCommand {
  if (machine.platform === 'darwin')
    return { kind: 'ask', command: `brew install ${missing.map((program) => DARWIN[program]).join(' ')}` };
  if (!machine.hasApt)
    return { kind: 'ask', command: `(the package manager of this system): ${missing.join(', ')}` };
  const packageOf = (program: Program): string => {
    if (program === 'java') return JAVA_PACKAGES.find(machine.hasPackage) ?? 'default-jre-headless';
    return program === 'chromium' && machine.hasPackage(SHELL_PACKAGE) ? SHELL_PACKAGE : program;
  };
  const packages = missing.map(packageOf);
  return machine.isRoot
    ? { kind: 'own', packages }
    : { kind: 'ask', command: `sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}` };
}
