// `kurz zone …`

import { createZone, listZones, normaliseDomain, setSharedDefault, setZoneEnabled } from '@kurz/api';
import { Option, type Command } from 'commander';
import { done, failed, type AdminAnswer } from './admin-answer';
import { addCommand, type CommandGroup } from './command-group';
import type { AdminConnection } from './admin-connection';
import { tableOf } from './table-of';

type AddOptions = {
  global?: boolean;
  default?: boolean;
  workspace?: string;
  verified?: boolean;
  json?: boolean;
};

const zoneOf = async ({ db }: AdminConnection, domain: string) =>
  (await listZones(db)).find((zone) => zone.domain === normaliseDomain(domain));

async function addZone(
  connection: AdminConnection,
  domain: string,
  { workspace, verified = false, default: isDefault }: AddOptions,
): Promise<AdminAnswer> {
  const outcome = await createZone(
    connection.db,
    workspace === undefined
      ? { domain, zoneType: 'global', isDefault }
      : { domain, zoneType: 'user', workspaceId: workspace, isVerified: verified },
  );
  switch (outcome.kind) {
    case 'created': {
      await connection.applyChanges();
      const zone = await zoneOf(connection, domain);
      const { zoneId: id } = outcome;
      return done(
        { id, domain: zone?.domain, isDefault: zone?.isDefault },
        `Added zone ${domain} (${id})${zone?.isDefault ? ', the default for new links' : ''}`,
      );
    }
    case 'taken':
      return failed(`there is a zone ${domain} already`);
    case 'bad_domain':
      return failed(`${domain} is not a domain name`);
    case 'too_many':
      return failed("the workspace's plan allows no more domains");
    case 'no_such_workspace':
      return failed(`there is no workspace ${workspace ?? ''}`);
  }
}

async function switchZone(
  connection: AdminConnection,
  domain: string,
  isEnabled: boolean,
): Promise<AdminAnswer> {
  const outcome = await setZoneEnabled(connection.db, domain, isEnabled);
  if (outcome.kind === 'no_such_zone') return failed(`there is no zone ${domain}`);
  await connection.applyChanges();
  const zone = await zoneOf(connection, domain);
  return done(
    { id: zone?.zoneId, domain: zone?.domain, isEnabled },
    `Zone ${domain} is ${isEnabled ? 'enabled' : 'disabled'}`,
  );
}

async function moveDefault({ db }: AdminConnection, domain: string): Promise<AdminAnswer> {
  const outcome = await setSharedDefault(db, domain);
  switch (outcome.kind) {
    case 'changed':
      return done(
        { id: outcome.zoneId, domain: normaliseDomain(domain), isDefault: true },
        `Zone ${domain} is the default for new links`,
      );
    case 'no_such_zone':
      return failed(`there is no zone ${domain}`);
    case 'not_shared':
      return failed(`${domain} is a workspace's own domain; only a shared one can be the default`);
    case 'disabled':
      return failed(`the zone ${domain} is disabled; enable it first`);
  }
}

/** Adds `zone add`, `set-default`, `enable`, `disable` and `list`. */
export const addZoneCommands: CommandGroup = (program, run) => {
  const group = program.command('zone').description('domains that serve short links');

  addCommand(group, 'add', 'adds a domain, for everybody or for one workspace')
    .argument('<domain>')
    .addOption(new Option('--global', 'shared by all workspaces').conflicts(['workspace', 'verified']))
    .addOption(
      new Option(
        '--default',
        'new links that name no domain get this one; the first shared domain is it unasked',
      ).conflicts(['workspace', 'verified']),
    )
    .option('--workspace <id>', 'custom domain of this workspace')
    .option('--verified', 'its ownership is proven')
    .action((domain: string, options: AddOptions, command: Command) => {
      if (!options.global && options.workspace === undefined)
        command.error('error: say --global or --workspace <id>');
      return run((connection) => addZone(connection, domain, options), options);
    });

  addCommand(group, 'set-default', 'gives new links that name no domain this shared one, from now on')
    .argument('<domain>')
    .action((domain: string, options: { json?: boolean }) =>
      run((connection) => moveDefault(connection, domain), options),
    );

  for (const [name, isEnabled] of [['enable', true] as const, ['disable', false] as const]) {
    addCommand(
      group,
      name,
      isEnabled ? 'lets a domain serve its links' : 'stops all links of a domain, at once',
    )
      .argument('<domain>')
      .action((domain: string, options: { json?: boolean }) =>
        run((connection) => switchZone(connection, domain, isEnabled), options),
      );
  }

  addCommand(group, 'list', 'lists all domains').action((options: { json?: boolean }) =>
    run(async ({ db }) => {
      const zones = await listZones(db);
      const withIds = zones.map(({ zoneId, ...facts }) => ({ id: zoneId, ...facts }));
      const rows = zones.map((zone) => ({
        id: zone.zoneId,
        domain: zone.domain,
        for: zone.workspaceId ?? (zone.isDefault ? 'everybody, default' : 'everybody'),
        state: zone.isEnabled ? 'enabled' : 'disabled',
        ownership: zone.ownershipState ?? '',
      }));
      return done({ zones: withIds }, tableOf(rows, 'There are no zones.'));
    }, options),
  );
};
