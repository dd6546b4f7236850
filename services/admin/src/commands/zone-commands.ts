// `kurz zone …`

import {
  createZone,
  listZones,
  normaliseDomain,
  removeZone,
  setSharedDefault,
  setZoneEnabled,
} from '@kurz/api';
import { Option, type Command } from 'commander';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import { addCommand, type CommandGroup } from './command-group';
import type { AdminConnection } from '../connection/admin-connection';
import { tableOf } from '../answer/table-of';
import { ABOUT_CHECK, checkZone, severalClaims, type CheckOptions, type ZoneCheckDeps } from './check-zone';

type AddOptions = {
  global?: boolean;
  default?: boolean;
  workspace?: string;
  verified?: boolean;
  json?: boolean;
};

const zoneOf = async ({ db }: AdminConnection, zoneId: string) =>
  (await listZones(db)).find((zone) => zone.zoneId === zoneId);

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
    connection.by,
  );
  switch (outcome.kind) {
    case 'created': {
      await connection.applyChanges();
      const { zoneId: id } = outcome;
      const zone = await zoneOf(connection, id);
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
  const outcome = await setZoneEnabled(connection.db, domain, isEnabled, connection.by);
  if (outcome.kind === 'no_such_zone') return failed(`there is no zone ${domain}`);
  if (outcome.kind === 'several') return failed(`nobody has proven ${domain}: it serves nothing`);
  await connection.applyChanges();
  return done(
    { id: outcome.zoneId, domain: normaliseDomain(domain), isEnabled },
    `Zone ${domain} is ${isEnabled ? 'enabled' : 'disabled'}`,
  );
}

type RemoveOptions = { workspace?: string; keepLinks?: boolean; json?: boolean };

async function remove(
  connection: AdminConnection,
  domain: string,
  { workspace: workspaceId, keepLinks = false }: RemoveOptions,
): Promise<AdminAnswer> {
  const outcome = await removeZone(connection.db, domain, { workspaceId, keepLinks }, connection.by);
  switch (outcome.kind) {
    case 'removed':
    case 'unverified': {
      await connection.applyChanges();
      const isRemoved = outcome.kind === 'removed';
      return done(
        { id: outcome.zoneId, domain: normaliseDomain(domain), isRemoved },
        isRemoved
          ? `Removed zone ${domain} (${outcome.zoneId})`
          : `Zone ${domain} (${outcome.zoneId}) is a claim again; its links do not redirect until its workspace proves it`,
      );
    }
    case 'no_such_zone':
      return failed(`there is no zone ${domain}`);
    case 'several':
      return severalClaims(domain);
    case 'has_links':
      return failed(
        `there are links on ${domain}, or visits were imported for it; delete them, stop them with \`zone disable\`, or take the domain from its workspace with --keep-links`,
      );
    case 'shared_with_links':
      return failed(`there are links on ${domain}, which everybody shares; stop them with \`zone disable\``);
    case 'is_default':
      return failed(`${domain} is the default for new links; give it to another with \`zone set-default\``);
  }
}

async function moveDefault({ db, by }: AdminConnection, domain: string): Promise<AdminAnswer> {
  const outcome = await setSharedDefault(db, domain, by);
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

const ABOUT_REMOVE = `removes a domain that has no links, at once

Refused while there are links on it, or visits that were imported for it. With --keep-links, a workspace's domain is then
taken from the workspace instead: it is a claim again, which serves nothing and excludes nobody. The links stay with the
workspace. They redirect again when it proves the domain with a new record, which it cannot do while the domain belongs to
another workspace.`;

/** Adds `zone add`, `set-default`, `enable`, `disable`, `check`, `remove` and `list`. */
export const makeZoneCommands =
  (deps: ZoneCheckDeps): CommandGroup =>
  (program, run) => {
    const group = program.command('zone').description('domains that serve short links');

    addCommand(group, 'add', 'adds a domain, for everybody or for one workspace')
      .argument('<domain>')
      .addOption(new Option('--global', 'shared by all workspaces').conflicts(['workspace', 'verified']))
      .addOption(
        new Option(
          '--default',
          'default for new links that name no domain; the first shared domain always becomes it',
        ).conflicts(['workspace', 'verified']),
      )
      .option('--workspace <id>', 'custom domain of this workspace')
      .option('--verified', 'its ownership is proven')
      .action((domain: string, options: AddOptions, command: Command) => {
        if (!options.global && options.workspace === undefined)
          command.error('error: use --global or --workspace <id>');
        return run((connection) => addZone(connection, domain, options), options);
      });

    addCommand(group, 'set-default', 'makes this shared domain the default for new links that name no domain')
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

    addCommand(group, 'check', ABOUT_CHECK)
      .summary('says what is wrong with the DNS and the certificate of a domain')
      .argument('<domain>')
      .option('--workspace <id>', 'the claim of this workspace, when several claim the domain')
      .action((domain: string, options: CheckOptions) =>
        run((connection) => checkZone(deps, connection, domain, options), options),
      );

    addCommand(group, 'remove', ABOUT_REMOVE)
      .summary('removes a domain that has no links')
      .argument('<domain>')
      .option('--workspace <id>', 'the claim of this workspace, when nobody or another has proven the domain')
      .option('--keep-links', 'when it has links, only take it from its workspace')
      .action((domain: string, options: RemoveOptions) =>
        run((connection) => remove(connection, domain, options), options),
      );

    addCommand(group, 'list', 'lists all domains and claims of domains').action(
      (options: { json?: boolean }) =>
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
