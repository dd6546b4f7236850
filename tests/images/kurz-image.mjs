// The image of a checkout or of an earlier commit, by deploy/Dockerfile.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runCommand, tryCommand } from './run-command.mjs';

const BUILD_MS = 1_200_000;

/** The release before, until there is a tag. Its links have no begin, end, rules, split or password. */
const BEFORE = 'c593e35c7978af351eb23ba6c9efdf5f27f73110';

/**
 * Builds it and gives its size in words. The build stage of the daemon's own builder gets a name, so that the clean-up
 * of images leaves its layers for the next run.
 */
export async function buildImage({ docker, isOwn, hasBuildx }, { context, tag }) {
  // a daemon of the lane forwards nothing, so the build uses the host's network
  const flags = ['--quiet', ...(isOwn ? ['--network', 'host'] : [])];
  const build = (...more) =>
    docker(['build', ...flags, '--file', path.join(context, 'deploy', 'Dockerfile'), ...more, context], {
      timeoutMs: BUILD_MS,
    });
  if (!hasBuildx) await build('--target', 'build', '--tag', `${tag}-build`);
  await build('--tag', tag);
  const size = await docker(['image', 'inspect', '--format', '{{.Size}}', tag]);
  return `${Math.round(Number(size) / 1e6)} MB`;
}

/** The newest tag of a release that is not the present commit, else BEFORE; undefined where the history lacks it. */
export async function earlierCommit(root) {
  const git = (...args) => tryCommand('git', args, { cwd: root });
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD~1');
  const name = tag?.trim() ?? BEFORE;
  const commit = await git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  return commit === undefined ? undefined : { commit: commit.trim(), name: tag?.trim() ?? name.slice(0, 8) };
}

/** The files of the commit in a folder of their own. */
export async function checkOut(root, commit) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-images-earlier-'));
  const archive = path.join(folder, 'sources.tar');
  await runCommand('git', ['archive', `--output=${archive}`, commit], { cwd: root });
  await runCommand('tar', ['--extract', '--file', archive, '--directory', folder]);
  await rm(archive);
  return { folder, close: () => rm(folder, { recursive: true, force: true }) };
}
