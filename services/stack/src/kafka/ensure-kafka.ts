// Makes sure that this machine has Kafka's jars and an empty formatted storage, kept for good in the user's cache.

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fetchJars } from './fetch-jars';
import { formatStorage } from './format-storage';
import { kafkaFolder, KAFKA_JARS, KAFKA_VERSION } from './kafka-jars';
import { mavenRepository } from './maven-repository';

export type KafkaInstallation = {
  jarFolder: string;
  /** Copied for each new node. */
  emptyStorage: string;
  /** The JVM's class data archive (CDS) of Kafka's classes, for faster starts. The file may be missing. */
  classArchive: string;
};

/** One progress line per this many jars. */
const SAY_EACH = 10;

const installationIn = (folder: string): KafkaInstallation => ({
  jarFolder: path.join(folder, 'jars'),
  emptyStorage: path.join(folder, 'empty-storage'),
  classArchive: path.join(folder, 'classes.jsa'),
});

/** Builds the folder under a temporary name and renames it when complete. Of two installs at once, the first wins. */
async function install(folder: string, say: (text: string) => void): Promise<void> {
  const growing = `${folder}.${randomBytes(4).toString('hex')}.part`;
  const { jarFolder, emptyStorage } = installationIn(growing);
  try {
    await mkdir(jarFolder, { recursive: true });
    const files = { jars: KAFKA_JARS, repository: mavenRepository(), folder: jarFolder };
    await fetchJars(files, (done) => {
      if (done % SAY_EACH === 0 || done === KAFKA_JARS.length)
        say(`Kafka ${KAFKA_VERSION} from Maven: ${done} of ${KAFKA_JARS.length} jars`);
    });
    await formatStorage(jarFolder, emptyStorage);
    await rename(growing, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(growing, { recursive: true, force: true });
  }
}

/** Installs Kafka (45 MB) if it is not there. `say` receives progress lines. Needs Java. */
export async function ensureKafka(say: (text: string) => void = () => undefined): Promise<KafkaInstallation> {
  const folder = kafkaFolder();
  if (!existsSync(folder)) await install(folder, say);
  return installationIn(folder);
}
