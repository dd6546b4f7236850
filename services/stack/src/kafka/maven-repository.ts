// Where this machine gets Maven's artifacts: what it has already, and the configured address.

import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const CENTRAL = 'https://repo.maven.apache.org/maven2';

export type MavenRepository = {
  /** Maven's own store of what this machine has downloaded; laid out like the remote one. May not exist. */
  local: string;
  /** Base address without a slash at its end. */
  remote: string;
};

const tagOf = (xml: string, name: string) => new RegExp(`<${name}>\\s*([^<]+?)\\s*</${name}>`).exec(xml)?.[1];

/** The address of the first mirror of Maven Central in a settings.xml. */
export function mirrorOf(settingsXml: string): string | undefined {
  const text = settingsXml.replace(/<!--[\s\S]*?-->/g, '');
  for (const [, mirror = ''] of text.matchAll(/<mirror>([\s\S]*?)<\/mirror>/g)) {
    const sources = tagOf(mirror, 'mirrorOf')?.split(/\s*,\s*/) ?? [];
    if (sources.includes('!central')) continue;
    if (sources.some((source) => ['*', 'central', 'external:*'].includes(source)))
      return tagOf(mirror, 'url');
  }
  return undefined;
}

/** By the environment's MAVEN_REPO_URL, else by the mirror in ~/.m2/settings.xml, else Maven Central. */
export function mavenRepository(): MavenRepository {
  const home = path.join(os.homedir(), '.m2');
  const settings = path.join(home, 'settings.xml');
  const mirror = existsSync(settings) ? mirrorOf(readFileSync(settings, 'utf8')) : undefined;
  const remote = process.env['MAVEN_REPO_URL'] ?? mirror ?? CENTRAL;
  return { local: path.join(home, 'repository'), remote: remote.replace(/\/+$/, '') };
}
