// The Java that Kafka runs on.

import { existsSync } from 'node:fs';
import path from 'node:path';

/** Homebrew's Java, which is not on the PATH. */
const HOMEBREW = ['/opt/homebrew/opt/openjdk/bin/java', '/usr/local/opt/openjdk/bin/java'];

/** The Java program: from JAVA_HOME, else Homebrew's, else the one on the PATH. */
export function java(): string {
  const home = process.env['JAVA_HOME'];
  return home ? path.join(home, 'bin', 'java') : (HOMEBREW.find((file) => existsSync(file)) ?? 'java');
}

/** The class path of a folder of jars. */
export const classPath = (jarFolder: string) => path.join(jarFolder, '*');

/** Java decodes paths by the locale. Services often run in the C locale, which has ASCII only. */
export const javaEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env, LC_ALL: 'C.UTF-8' });
