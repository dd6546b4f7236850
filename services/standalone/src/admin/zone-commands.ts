// `kurz zone …`

import { createZone, listZones, normaliseDomain, setZoneEnabled } from '@kurz/api';
import { Option, type Command } from 'commander';
import { done, failed, type AdminAnswer } from './admin-answer';
import { addCommand, type CommandGroup } from './command-group';
import type { AdminConnection } from './admin-connection';
import { tableOf } from './table-of';

type AddOptions = { global?: boolean; workspace?: string; verified?: boolean; json?: boolean };

async function addZone(
  { db, applyChanges }: AdminConnection,
  domain: string,
  { workspace, verified = false }: AddOptions,
): Promise<AdminAnswer> {
  const outcome = await createZone(
    db,
    workspace === undefined
      ? { domain, zoneType: 'global' }
      : { domain, zoneType: 'user', workspaceId: workspace, isVerified: verified },
  );
  switch (outcome.kind) {
    case 'created':
      await applyChanges();
      return done(
        { id: outcome.zoneId, domain: normaliseDomain(domain) },
        `Added zone ${domain} (${outcome.zoneId})`,
      );
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
  { db, applyChanges }: AdminConnection,
  domain: string,
  isEnabled: boolean,
): Promise<AdminAnswer> {
  const outcome = await setZoneEnabled(db, domain, isEnabled);
  if (outcome.kind === 'no_such_zone') return failed(`there is no zone ${domain}`);
  await applyChanges();
  const zone = (await listZones(db)).find((candidate) => candidate.domain === normaliseDomain(domain));
  return done(
    { id: zone?.zoneId, domain: zone?.domain, isEnabled },
    `Zone ${domain} is ${isEnabled ? 'enabled' : 'disabled'}`,
  );
}

/** Adds `zone add`, `enable`, `disable` and `list`. */
export const addZoneCommands: CommandGroup = (program, run) => {
  const group = program.command('zone').description('domains that serve short links');

  addCommand(group, 'add', 'adds a domain, for everybody or for one workspace')
    .argument('<domain>')
    .addOption(new Option('--global', 'shared by all workspaces').conflicts(['workspace', 'verified']))
    .option('--workspace <id>', 'custom domain of this workspace')
    .option('--verified', 'its ownership is proven')
    .action((domain: string, options: AddOptions, command: Command) => {
      if (!options.global && options.workspace === undefined)
        command.error('error: say --global or --workspace <id>');
      return run((connection) => addZone(connection, domain, options), options);
    });

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
