// How to install the missing programs on this kind of machine: by this process where it is allowed to, else by hand.

import { type Program } from './missing-programs';

export type Machine = {
  platform: NodeJS.Platform;
  /** True on Debian and its derivatives. */
  hasApt: boolean;
  isRoot: boolean;
  /** Whether apt knows the package. */
  hasPackage: (name: string) => boolean;
};

export type InstallCommand =
  /** This process may install them itself. */
  | { kind: 'own'; packages: string[] }
  /** A person must run this. */
  | { kind: 'ask'; command: string };

/** Not the default package: Ubuntu 22.04's is Java 11, which is too old. Debian 13 has no Java 17. */
const JAVA_PACKAGES = ['openjdk-21-jre-headless', 'openjdk-17-jre-headless'];

/** The browser without a user interface, which no test needs. */
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
