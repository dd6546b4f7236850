import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fetchJars } from '../../../services/stack/src/kafka/fetch-jars';
import { mirrorOf } from '../../../services/stack/src/kafka/maven-repository';

const jarOf = (name: string, content: string) => ({
  path: `org/example/${name}/1.0/${name}-1.0.jar`,
  sha256: createHash('sha256').update(content).digest('hex'),
});

describe('the jars that Kafka is made of', () => {
  let root: string;
  let local: string;
  let folder: string;
  let server: Server;
  let remote: string;
  let asked: string[];
  let answers: Record<string, string>;

  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'kurz-jars-'));
    local = path.join(root, 'local');
    folder = path.join(root, 'jars');
    await mkdir(folder);
    asked = [];
    answers = {};
    server = createServer((request, response) => {
      const jarPath = (request.url ?? '').replace('/maven2/', '');
      asked.push(jarPath);
      const content = answers[jarPath];
      response.writeHead(content === undefined ? 404 : 200).end(content);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    remote = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/maven2`;
  });
  afterEach(async () => {
    server.close();
    server.closeAllConnections();
    await rm(root, { recursive: true, force: true });
  });

  const fetchAll = (...jars: { path: string; sha256: string }[]) =>
    fetchJars({ jars, repository: { local, remote }, folder }, () => undefined);

  const keepLocally = async (jar: { path: string }, content: string) => {
    await mkdir(path.dirname(path.join(local, jar.path)), { recursive: true });
    await writeFile(path.join(local, jar.path), content);
  };

  it("come from Maven's own store where it has them, and from the repository where it has not", async () => {
    const [here, there] = [jarOf('here', 'one'), jarOf('there', 'two')];
    await keepLocally(here, 'one');
    answers[there.path] = 'two';
    await fetchAll(here, there);
    expect(asked).toEqual([there.path]);
    expect(await readFile(path.join(folder, 'here-1.0.jar'), 'utf8')).toBe('one');
    expect(await readFile(path.join(folder, 'there-1.0.jar'), 'utf8')).toBe('two');
  });

  it('are fetched again where the local one is damaged', async () => {
    const jar = jarOf('damaged', 'whole');
    await keepLocally(jar, 'who');
    answers[jar.path] = 'whole';
    await fetchAll(jar);
    expect(await readFile(path.join(folder, 'damaged-1.0.jar'), 'utf8')).toBe('whole');
  });

  it('are refused, by name, when their SHA-256 is not the pinned one', async () => {
    const jar = jarOf('forged', 'true');
    answers[jar.path] = 'false';
    await expect(fetchAll(jar)).rejects.toThrow(/forged-1\.0\.jar cannot be fetched.*SHA-256/);
    expect(await readdir(folder)).toEqual([]);
  });

  it('are missed by name when the repository does not have them', async () => {
    await expect(fetchAll(jarOf('gone', 'x'))).rejects.toThrow(/gone-1\.0\.jar cannot be fetched.*404/);
  });
});

describe("the mirror in Maven's settings", () => {
  const settings = (...mirrors: string[]) => `<settings><mirrors>${mirrors.join('')}</mirrors></settings>`;
  const mirror = (of: string, url: string) =>
    `<mirror><id>m</id><mirrorOf>${of}</mirrorOf><url>${url}</url></mirror>`;

  it.each(['*', 'central', 'external:*', 'other, central'])('is taken when it stands for "%s"', (of) => {
    expect(mirrorOf(settings(mirror('other', 'http://a/'), mirror(of, 'http://b/')))).toBe('http://b/');
  });

  it.each(['other', '*,!central'])('is not taken when it stands for "%s"', (of) => {
    expect(mirrorOf(settings(mirror(of, 'http://b/')))).toBeUndefined();
  });

  it('is not taken out of a comment', () => {
    expect(mirrorOf(settings(`<!-- ${mirror('*', 'http://b/')} -->`))).toBeUndefined();
  });
});
