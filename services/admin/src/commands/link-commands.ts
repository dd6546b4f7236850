// `kurz link …`: the service's own verdicts on links.

import {
  runSweeps,
  setLinkRestricted,
  setLinkUnsafe,
  type AuditActor,
  type SetLinkFlagOutcome,
} from '@kurz/api';
import type { Db } from '@kurz/database';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import { addCommand, type CommandGroup } from './command-group';
import type { AdminConnection } from '../connection/admin-connection';

type Verdict = {
  name: string;
  about: string;
  said: string;
  isMarking: boolean;
  apply: (
    db: Db,
    at: { domain: string; slug: string },
    by: AuditActor,
    isForLinkAlone: boolean,
  ) => Promise<SetLinkFlagOutcome>;
  shown: { isRestricted: boolean } | { isUnsafe: boolean };
};

const verdicts: readonly Verdict[] = [
  {
    name: 'restrict',
    about: 'stops an abusive link at once, and blocks its destination; its owner cannot delete it',
    said: 'is restricted',
    isMarking: true,
    apply: (db, { domain, slug }, by, only) => setLinkRestricted(db, domain, slug, true, by, only),
    shown: { isRestricted: true },
  },
  {
    name: 'unrestrict',
    about:
      'lets a restricted link redirect again at once, and unblocks its destination; frees the slug of a link that is gone',
    said: 'is not restricted',
    isMarking: false,
    apply: (db, { domain, slug }, by) => setLinkRestricted(db, domain, slug, false, by),
    shown: { isRestricted: false },
  },
  {
    name: 'unsafe',
    about:
      'from now on, warns visitors of this link, and of all links with its destination, before they go on',
    said: 'is unsafe',
    isMarking: true,
    apply: (db, { domain, slug }, by, only) => setLinkUnsafe(db, domain, slug, true, by, only),
    shown: { isUnsafe: true },
  },
  {
    name: 'safe',
    about:
      'removes the warning at once from a link and from all links with its destination; also from the slug of a link that is gone',
    said: 'is not unsafe',
    isMarking: false,
    apply: (db, { domain, slug }, by) => setLinkUnsafe(db, domain, slug, false, by),
    shown: { isUnsafe: false },
  },
];

async function applyVerdict(
  { db, by, applyChanges }: AdminConnection,
  { domain, slug, only = false }: { domain: string; slug: string; only?: boolean },
  verdict: Verdict,
): Promise<AdminAnswer> {
  const outcome = await verdict.apply(db, { domain, slug }, by, only);
  if (outcome.kind === 'no_such_link') return failed(`there is no link ${domain}/${slug}`);
  if (outcome.kind === 'blocked') {
    return failed(
      `the destination of ${domain}/${slug} is blocked by entry ${outcome.entryId} of \`destination list\`; unblock it first`,
    );
  }
  await applyChanges();
  await runSweeps(db, applyChanges, by);
  if (outcome.kind === 'key_lifted') {
    const said = `The slug ${domain}/${slug}, which has no link, ${verdict.said} any more`;
    return done({ id: null, workspaceId: null, ...verdict.shown }, said);
  }
  const { linkId: id, workspaceId } = outcome;
  return done({ id, workspaceId, ...verdict.shown }, `Link ${domain}/${slug} (${id}) ${verdict.said}`);
}

/** Adds `link restrict`, `unrestrict`, `unsafe` and `safe`. */
export const addLinkCommands: CommandGroup = (program, run) => {
  const group = program.command('link').description('links that break the rules');
  for (const verdict of verdicts) {
    const command = addCommand(group, verdict.name, verdict.about).argument('<domain>').argument('<slug>');
    if (verdict.isMarking) command.option('--only', 'only this link; its destination is not blocked');
    command.action((domain: string, slug: string, { only, json }: { only?: boolean; json?: boolean }) =>
      run((connection) => applyVerdict(connection, { domain, slug, only }, verdict), { json }),
    );
  }
};
