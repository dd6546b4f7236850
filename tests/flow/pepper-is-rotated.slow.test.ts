// The admin command rotates the embedded product's pepper. Tokens keep working; those unused until the old pepper is
// retired end with it, after a warning.

import { adminJson, runAdminCommand } from './admin-command';
import { ownWorkspaceIn } from './spawn-admin-command';
import { startStandalone, type RunningStandalone } from './start-standalone';

let kurz: RunningStandalone;
beforeAll(async () => {
  kurz = await startStandalone({ isNew: false });
});
afterAll(() => kurz.close());

const command = (...words: string[]) => runAdminCommand(kurz.dataDirectory, ...words);

async function newToken(name: string): Promise<{ id: string; secret: string }> {
  const id = ownWorkspaceIn(await adminJson(kurz.dataDirectory, 'workspace', 'list'));
  const words = ['token', 'create', '--workspace', id, '--name', name, '--scopes', 'links:read'];
  const made = await adminJson(kurz.dataDirectory, ...words);
  return { id: String(made['id']), secret: String(made['secret']) };
}

const statusOf = async (secret: string) =>
  (await fetch(`${kurz.url}/v1/urls`, { headers: { authorization: `Bearer ${secret}` } })).status;

it('rotates while the product is stopped, and forgets the old pepper with the tokens that nobody used', async () => {
  const used = kurz.token ?? '';
  const unused = await newToken('unused');
  expect(await statusOf(used)).toBe(200);

  const refused = await command('pepper', 'rotate');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('stop it and run this again');

  await kurz.stop();
  expect((await command('pepper', 'retire')).stderr).toContain('there is no old pepper');
  expect((await command('pepper', 'rotate')).code).toBe(0);
  expect((await command('pepper', 'rotate')).stderr).toContain('under way');
  // created while the product is stopped, under the new pepper
  const fresh = await newToken('fresh');

  kurz = await kurz.restart();
  expect(await Promise.all([used, fresh.secret].map(statusOf))).toEqual([200, 200]);
  const beside = await newToken('beside');
  expect(await statusOf(beside.secret)).toBe(200);
  await kurz.stop();

  const warned = await command('pepper', 'retire', '--json');
  expect(warned.code).toBe(1);
  expect(warned.stdout).toContain(unused.id);
  for (const { id } of [fresh, beside]) expect(warned.stdout).not.toContain(id);
  expect((await command('pepper', 'retire', '--force')).code).toBe(0);

  kurz = await kurz.restart();
  const secrets = [used, fresh.secret, beside.secret, unused.secret];
  expect(await Promise.all(secrets.map(statusOf))).toEqual([200, 200, 200, 401]);
});
