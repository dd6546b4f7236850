// Adds a finished import, and a file that is checked and waits to be imported.

import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenedConsole } from './open-console';

type Answer = { job: { id: string; state: string } };
const POLL_MS = 50;

export async function addImports(
  { product, cookies, workspaceId }: OpenedConsole,
  fileName = 'Links of the old shop.csv',
): Promise<void> {
  const at = `${product.url}/x/workspaces/${workspaceId}/imports`;
  const send = async (method: string, path: string, body?: string, type = 'application/json') => {
    const headers = {
      Cookie: cookies,
      Origin: product.url,
      'X-Requested-With': 'test',
      'Content-Type': type,
    };
    const answer = await fetch(at + path, { method, headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text;
  };
  const step = async (path: string) => {
    await send('POST', path);
    for (;;) {
      // the fields that are read here
      const { job } = JSON.parse(await send('GET', '')) as Answer;
      if (!['checking', 'running'].includes(job.state)) return;
      await sleep(POLL_MS);
    }
  };
  const check = async (content: string): Promise<string> => {
    const file = JSON.stringify({ fileName, bytes: Buffer.byteLength(content) });
    const { job } = JSON.parse(await send('POST', '/jobs', file)) as Answer;
    await send('PUT', `/jobs/${job.id}/parts/0`, content, 'text/csv');
    await step(`/jobs/${job.id}/check`);
    return job.id;
  };
  const content = 'slug,url\nold-shop,https://shop.example/old\na.b,https://shop.example/dots\n';
  await step(`/jobs/${await check(content)}/start`);
  await check(`${content}old-sale,https://shop.example/sale\n`);
}
