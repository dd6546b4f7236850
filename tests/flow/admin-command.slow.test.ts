// The admin command does the same beside the running product and while it is stopped.

import { existsSync } from 'node:fs';
import { adminJson, runAdminCommand } from './admin-command';
import { rowsOf, spawnAdminCommand } from './spawn-admin-command';
import {
  newDataFolder,
  removeDataFolder,
  spawnBuilt,
  startStandalone,
  type RunningStandalone,
} from './start-standalone';

type Place = { dataDirectory: string; product: RunningStandalone | undefined };

/** The running product first, because its start takes most of the time. */
const places: [string, () => Promise<Place>][] = [
  [
    'beside the running product',
    async () => {
      const product = await startStandalone({ isNew: false });
      return { dataDirectory: product.dataDirectory, product };
    },
  ],
  [
    'on a data folder that is not there yet',
    () => Promise.resolve({ dataDirectory: newDataFolder(), product: undefined }),
  ],
];

describe.each(places)('kurz %s', (_name, make) => {
  let dataDirectory: string;
  let product: RunningStandalone | undefined;

  beforeAll(async () => {
    ({ dataDirectory, product } = await make());
  });

  afterAll(async () => {
    await product?.close();
    await removeDataFolder(dataDirectory);
  });

  const json = (...words: string[]) => adminJson(dataDirectory, ...words);
  const run = (...words: string[]) => runAdminCommand(dataDirectory, ...words);
  const newestWorkspace = async () =>
    String(rowsOf(await json('workspace', 'list'), 'workspaces').at(-1)?.['id']);

  it('creates a user, a workspace, and lists both plan and owner', async () => {
    const user = await json('user', 'create', '--email', 'ada@example.com', '--password', 'correct horse');
    expect(user['id']).toMatch(/^usr_/);
    expect(user['personalWorkspaceId']).toMatch(/^ws_/);
    const owned = ['--name', 'Engines', '--owner', 'ada@example.com'];
    const { id } = await json('workspace', 'create', ...owned, '--plan', 'pro', '--yearly');
    expect(id).toMatch(/^ws_/);
    expect(await json('workspace', 'set-plan', String(id), 'business')).toEqual({ id, plan: 'business' });
    expect(rowsOf(await json('workspace', 'list'), 'workspaces')).toContainEqual(
      expect.objectContaining({
        id,
        name: 'Engines',
        ownerEmail: 'ada@example.com',
        plan: 'business',
        isYearly: true,
        isPersonal: false,
      }),
    );
    const monthly = await json('workspace', 'set-plan', String(id), 'team', '--monthly');
    const cadenceChange = { isYearly: false, on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown };
    expect(monthly).toEqual({ id, plan: 'team', cadenceChange });
    expect(rowsOf(await json('workspace', 'list'), 'workspaces')).toContainEqual(
      expect.objectContaining({ id, plan: 'team', isYearly: true, cadenceChange }),
    );
    expect(await json('workspace', 'set-plan', String(id), 'business', '--yearly')).toEqual({
      id,
      plan: 'business',
    });
  });

  it('creates, lists and revokes a token, whose secret it prints once', async () => {
    const workspace = await newestWorkspace();
    const token = await json(
      ...['token', 'create', '--workspace', workspace, '--name', 'CI', '--scopes', 'links:read,stats:read'],
    );
    expect(Object.keys(token).sort()).toEqual(['id', 'secret']);
    expect(token['id']).toMatch(/^tok_/);
    expect(token['secret']).toMatch(/^kz_ws_/);
    const listed = await run('token', 'list', '--workspace', workspace, '--json');
    expect(listed.stdout).not.toContain(String(token['secret']));
    expect(listed.json).toMatchObject({
      tokens: [
        {
          id: token['id'],
          name: 'CI',
          scopes: ['links:read', 'stats:read'],
          lastFour: String(token['secret']).slice(-4),
          revokedAt: null,
        },
      ],
    });
    expect(await json('token', 'revoke', String(token['id']))).toEqual({ id: token['id'] });
    const after = await run('token', 'list', '--workspace', workspace);
    expect(after.stdout).toContain('revoked');
  });

  it('adds, disables, enables and lists zones, shared and custom', async () => {
    const shared = await json('zone', 'add', 'Go.Example.com', '--global');
    expect(shared['id']).toMatch(/^zon_/);
    expect(shared['domain']).toBe('go.example.com');
    const workspace = await newestWorkspace();
    const custom = await json('zone', 'add', 'ada.example', '--workspace', workspace, '--verified');
    const id = shared['id'];
    expect(await json('zone', 'disable', 'go.example.com')).toEqual({
      id,
      domain: 'go.example.com',
      isEnabled: false,
    });
    expect(rowsOf(await json('zone', 'list'), 'zones')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id, domain: 'go.example.com', zoneType: 'global', isEnabled: false }),
        expect.objectContaining({ id: custom['id'], workspaceId: workspace, ownershipState: 'verified' }),
      ]),
    );
    expect(await json('zone', 'enable', 'go.example.com')).toMatchObject({ isEnabled: true });
  });

  it('has one default domain: the first shared one, until another is made it', async () => {
    const defaults = async () =>
      rowsOf(await json('zone', 'list'), 'zones').flatMap((zone) =>
        zone['isDefault'] ? zone['domain'] : [],
      );
    expect(await defaults()).toEqual([product?.zone ?? 'go.example.com']);
    expect(await json('zone', 'add', 'x.example.com', '--global')).toMatchObject({ isDefault: false });
    expect(await json('zone', 'add', 'y.example.com', '--global', '--default')).toMatchObject({
      domain: 'y.example.com',
      isDefault: true,
    });
    expect(await defaults()).toEqual(['y.example.com']);
    expect(await json('zone', 'set-default', 'X.example.com')).toMatchObject({
      domain: 'x.example.com',
      isDefault: true,
    });
    const listed = await run('zone', 'list');
    expect(listed.stdout.match(/^.*default.*$/gm)).toEqual([expect.stringContaining('x.example.com')]);
  });

  it('refuses what cannot be with a clear error, on standard output as JSON, and a non-zero exit code', async () => {
    const refused: [string[], string][] = [
      [['user', 'create', '--email', 'ada@example.com'], 'already'],
      [['user', 'create', '--email', 'nobody'], 'not an email'],
      [['workspace', 'create', '--name', 'X', '--owner', 'no@example.com', '--plan', 'pro'], 'no user'],
      [['workspace', 'set-plan', 'ws_none', 'pro'], 'no workspace'],
      [
        ['token', 'create', '--workspace', 'ws_none', '--name', 'X', '--scopes', 'links:read'],
        'no workspace',
      ],
      [['token', 'list', '--workspace', 'ws_none'], 'no workspace'],
      [['token', 'revoke', 'tok_none'], 'no token'],
      [['import', 'list', '--workspace', 'ws_none'], 'no workspace'],
      [['zone', 'add', 'go.example.com', '--global'], 'already'],
      [['zone', 'add', 'no domain', '--global'], 'not a domain'],
      [['zone', 'disable', 'nowhere.example'], 'no zone'],
      [['zone', 'set-default', 'nowhere.example'], 'no zone'],
      [['zone', 'set-default', 'ada.example'], 'only a shared one'],
    ];
    for (const [words, reason] of refused) {
      const { code, stdout, stderr } = await run(...words, '--json');
      expect(stdout).toMatch(/^\{.*\}\n$/);
      expect({ words, code }).toEqual({ words, code: 1 });
      expect(JSON.parse(stdout)).toHaveProperty('error.message', expect.stringContaining(reason));
      expect(stderr).toContain(reason);
      expect(stderr).not.toContain('    at ');
    }
  });
});

describe('kurz', () => {
  const nowhere = '/nonexistent/kurz';

  it('refuses wrong words before it touches a data folder, saying what was wrong', async () => {
    const wrong: [string[], string][] = [
      [['no-such-thing'], 'unknown command'],
      [['user', 'create'], '--email'],
      [['user', 'set-password', '--email', 'a@b.example'], 'no password came'],
      [['user', 'create', '--email', 'a@b.example', '--password-stdin'], 'no password came'],
      [
        ['user', 'create', '--email', 'a@b.example', '--password-stdin', '--password', 'correct horse'],
        'cannot be used with',
      ],
      [['workspace', 'create', '--name', 'X', '--owner', 'a@b.example', '--plan', 'gold'], 'free, basic'],
      [['workspace', 'set-plan', 'ws_1'], 'plan'],
      [['token', 'create', '--workspace', 'ws_1', '--name', 'X', '--scopes', 'links:all'], 'links:all'],
      [['zone', 'add', 'go.example.com'], '--global'],
      [['zone', 'add', 'go.example.com', '--global', '--workspace', 'ws_1'], 'cannot be used with'],
      [['zone', 'add', 'go.example.com', '--default', '--workspace', 'ws_1'], 'cannot be used with'],
      [['zone', 'list', 'too', 'many'], 'too many'],
    ];
    for (const [words, reason] of wrong) {
      const { code, stdout, stderr } = await runAdminCommand(nowhere, ...words);
      expect({ words, code, stdout }).toEqual({ words, code: 1, stdout: '' });
      expect(stderr).toContain(reason);
    }
    expect(existsSync(nowhere)).toBe(false);
  });

  it('prints one JSON object with --json whatever goes wrong, and the text as ever on standard error', async () => {
    const wrong: [string[], object][] = [
      [['no-such-thing'], { message: "unknown command 'no-such-thing'" }],
      [['zone', 'set-default'], { message: "missing required argument 'domain'" }],
      [['zone', 'add', 'go.example.com'], { message: 'use --global or --workspace <id>' }],
      [
        ['user', 'create', '--email', 'a@b.example', '--password', 'short'],
        { code: 'VALIDATION_FAILED', field: 'password', reason: 'wrong_length' },
      ],
      [['topics'], { message: 'KURZ_KAFKA_BROKERS must be set' }],
    ];
    for (const [words, error] of wrong) {
      const { code, stderr, json } = await runAdminCommand(nowhere, ...words, '--json');
      expect({ words, code, json }).toMatchObject({ words, code: 1, json: { error } });
      expect(stderr).toMatch(/^error: /);
    }
    // in its own process, to get its exit code
    const { finished } = spawnBuilt('admin command', ['zone', 'list', '--json'], { KURZ_PORT: '99999' });
    const { code, stdout, stderr } = await finished;
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { error: { faults: ['KURZ_PORT must be <= 65535'] } },
    ]);
    expect(stderr).toContain('KURZ_PORT');
  });

  it('has a help for every command', async () => {
    const commands = [
      [],
      ['user'],
      ['user', 'create'],
      ['user', 'set-password'],
      ['workspace', 'create'],
      ['workspace', 'set-plan'],
      ['workspace', 'list'],
      ['workspace', 'transfer', 'begin'],
      ['workspace', 'transfer', 'end'],
      ['member', 'set'],
      ['member', 'remove'],
      ['token', 'create'],
      ['token', 'list'],
      ['token', 'revoke'],
      ['zone', 'add'],
      ['zone', 'set-default'],
      ['zone', 'enable'],
      ['zone', 'disable'],
      ['zone', 'list'],
      ['link', 'restrict'],
      ['link', 'unrestrict'],
      ['link', 'unsafe'],
      ['link', 'safe'],
      ['utm-conventions', 'set'],
      ['plan', 'show'],
      ['visits', 'import'],
    ];
    for (const [index, words] of commands.entries()) {
      // only the first runs in its own process
      const run = index === 0 ? spawnAdminCommand : runAdminCommand;
      const { code, stdout } = await run(nowhere, ...words, '--help');
      expect({ words, code }).toEqual({ words, code: 0 });
      expect(stdout).toContain(`Usage: ${['kurz', ...words].join(' ')}`);
    }
  });
});
