// The Java program that reads topics (read-topic.java). It is compiled once, and ends with the test file that uses it.

import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { ensureKafka, java } from '@kurz/stack';
import { SHORT_LIVED } from '../test-kafka';
import { toolFlags } from './tool-flags';

const READER = path.join(__dirname, 'read-topic.java');
const READER_CLASS = 'ReadTopic';
const COMPILER = ['-m', 'jdk.compiler/com.sun.tools.javac.Main'];
const READ_MS = 240_000;
const QUIET = '-Dorg.slf4j.simpleLogger.defaultLogLevel=error';

/** Set by the environment of a test file, which calls these after the file. */
type FileGlobals = { closesAfterFile?: (() => Promise<unknown>)[] };

export type TopicReader = {
  /** Hands over the fields of each line of the answer. One request at a time. After an error it answers no more. */
  ask: (request: readonly string[], onLine: (fields: string[]) => void) => Promise<void>;
};

/** The folder of the compiled reader, beside Kafka's jars. When two processes compile it, the first one's is used. */
async function compiledReader(): Promise<string> {
  const { jarFolder } = await ensureKafka();
  const version = createHash('sha256')
    .update(await readFile(READER))
    .digest('hex');
  const folder = path.join(path.dirname(jarFolder), `read-topic-${version.slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  const growing = `${folder}.${randomBytes(4).toString('hex')}.part`;
  // the compiler does not expand an asterisk
  const jars = (await readdir(jarFolder)).map((jar) => path.join(jarFolder, jar)).join(path.delimiter);
  await promisify(execFile)(java(), [...SHORT_LIVED, ...COMPILER, '-cp', jars, '-d', growing, READER]);
  try {
    await rename(growing, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(growing, { recursive: true, force: true });
  }
  return folder;
}

export async function startTopicReader(): Promise<TopicReader> {
  const args = [QUIET, ...(await toolFlags(await compiledReader())), READER_CLASS];
  const child = spawn(java(), args);
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  // the program may have ended
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close');
  let take: ((line: string) => void) | undefined;
  // line by line, because the whole output would exceed the maximum length of a string
  createInterface({ input: child.stdout }).on('line', (line) => take?.(line));
  const close = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  (globalThis as FileGlobals).closesAfterFile?.push(close);
  return {
    ask: async (request, onLine) => {
      if (take) throw new Error('another topic is being read');
      let isComplete = false;
      const complete = new Promise<void>((resolve) => {
        take = (line) => {
          if (line !== 'complete') return onLine(line.split('\t'));
          isComplete = true;
          resolve();
        };
      });
      child.stdin.write(`${request.join('\t')}\n`);
      const timer = setTimeout(() => child.kill('SIGKILL'), READ_MS);
      await Promise.race([complete, ended]);
      clearTimeout(timer);
      take = undefined;
      if (!isComplete) throw new Error(`Kafka's consumer has not read all: ${words.slice(-1_000)}`);
    },
  };
}
