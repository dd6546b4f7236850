// The cases of an upgrade from the release before, by the steps of the guide, while visitors come.

import { cp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FRONT, visit } from './front.mjs';
import { buildImage, checkOut } from './kurz-image.mjs';
import { settleIn, walkTheFront } from './newcomer.mjs';
import { awaitSum, awaitVisitors } from './sums.mjs';
import { startVisitors } from './visitors.mjs';

const SLUG = 'earlier';
const BESIDES = path.join(import.meta.dirname, 'release-before.yml');
/** How long visitors come before the first step. */
const AHEAD_MS = 3_000;

export function upgradeCases({ docker, installation, root, tag, earlier: { commit, name } }) {
  const earlierTag = `${tag.split(':')[0]}:earlier`;
  let earlier;
  let link;
  let visitors;
  let expected = 0;

  const cases = [
    {
      title: `the image of the release before, ${name}, is built`,
      work: async () => {
        earlier = await checkOut(root, commit);
        // the earlier commit's own Caddyfile gives localhost no certificate
        const caddyfile = path.join('deploy', 'caddy', 'Caddyfile');
        await cp(path.join(root, caddyfile), path.join(earlier.folder, caddyfile));
        return buildImage(docker, { context: earlier.folder, tag: earlierTag });
      },
    },
    {
      title: 'the release before comes up from nothing, makes a link and counts its visits',
      work: async () => {
        await installation.down('--volumes');
        await installation.take(earlier.folder, earlierTag, BESIDES);
        await installation.up();
        link = await settleIn(installation, SLUG);
        expected = await walkTheFront(link);
        return `${await awaitSum(link, expected)} visits`;
      },
    },
    {
      title: 'make-secrets.sh and upgrade.sh bring the present release, while visitors come',
      work: async () => {
        visitors = startVisitors(() => visit(SLUG), FRONT);
        await sleep(AHEAD_MS);
        await installation.take(root, tag);
        await installation.upgrade();
      },
    },
    {
      title: 'the upgrade keeps link, token and every number',
      work: async () => {
        const { sum, said } = await awaitVisitors(visitors, link, expected);
        expected = sum + (await walkTheFront(link));
        await awaitSum(link, expected);
        return said;
      },
    },
    {
      title: 'the present release makes what the one before did not know',
      work: async () => {
        const wanted = {
          url: 'https://example.com/other',
          slug: 'present',
          expiresAt: '2100-01-01T00:00:00.000Z',
        };
        const { url } = await link.client('POST', '/v1/urls', wanted);
        if (url.expiresAt !== wanted.expiresAt) throw new Error(`the link has ${JSON.stringify(url)}`);
      },
    },
  ];
  const close = async () => {
    await visitors?.stop();
    await earlier?.close();
  };
  return { cases, close };
}
