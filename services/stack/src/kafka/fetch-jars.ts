// Fills a folder with pinned jars: from Maven's local store where it has them, else over HTTP. A jar whose SHA-256
// differs from the pinned one is refused, wherever it came from.

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Jar } from './kafka-jars';
import { type MavenRepository } from './maven-repository';

const AT_ONCE = 4;
const ATTEMPTS = 3;
const JAR_MS = 120_000;

const isPinned = (bytes: Buffer, jar: Jar) => createHash('sha256').update(bytes).digest('hex') === jar.sha256;

async function localJar(jar: Jar, local: string): Promise<Buffer | undefined> {
  const bytes = await readFile(path.join(local, jar.path)).catch(() => undefined);
  return bytes && isPinned(bytes, jar) ? bytes : undefined;
}

async function remoteJar(jar: Jar, remote: string): Promise<Buffer> {
  const url = `${remote}/${jar.path}`;
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(JAR_MS) });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (!isPinned(bytes, jar)) throw new Error('its SHA-256 does not match the pinned one');
      return bytes;
    } catch (error) {
      if (attempt === ATTEMPTS)
        throw new Error(`${url} cannot be fetched: ${String(error)}`, { cause: error });
    }
  }
}

/** Puts every jar into `folder`, flat. Calls `onJar` after each jar with the number of jars so far. */
export async function fetchJars(
  { jars, repository, folder }: { jars: Jar[]; repository: MavenRepository; folder: string },
  onJar: (done: number) => void,
): Promise<void> {
  const waiting = [...jars];
  let done = 0;
  const work = async () => {
    for (let jar = waiting.shift(); jar; jar = waiting.shift()) {
      const bytes = (await localJar(jar, repository.local)) ?? (await remoteJar(jar, repository.remote));
      await writeFile(path.join(folder, path.basename(jar.path)), bytes);
      onJar(++done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
