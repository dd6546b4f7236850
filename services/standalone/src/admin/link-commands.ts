// `kurz link …`: the service's own verdicts on links.

import { setLinkRestricted, setLinkUnsafe, type SetLinkFlagOutcome } from '@kurz/api';
import type { Db } from '@kurz/database';
import { done, failed, type AdminAnswer } from './admin-answer';
import { addCommand, type CommandGroup } from './command-group';
import type { AdminConnection } from './admin-connection';

type Verdict = {
  name: string;
  about: string;
  said: string;
  give: (db: Db, domain: string, slug: string) => Promise<SetLinkFlagOutcome>;
  shown: { isRestricted: boolean } | { isUnsafe: boolean };
};

const verdicts: readonly Verdict[] = [
  {
    name: 'restrict',
    about: 'stops a link for its abuse, at once; its owner cannot delete it',
    said: 'is restricted',
    give: (db, domain, slug) => setLinkRestricted(db, domain, slug, true),
    shown: { isRestricted: true },
  },
  {
    name: 'unrestrict',
    about: 'lets a restricted link redirect again, at once',
    said: 'is not restricted',
    give: (db, domain, slug) => setLinkRestricted(db, domain, slug, false),
    shown: { isRestricted: false },
  },
  {
    name: 'unsafe',
    about: 'warns visitors of a link before they go on, at once',
    said: 'is unsafe',
    give: (db, domain, slug) => setLinkUnsafe(db, domain, slug, true),
    shown: { isUnsafe: true },
  },
  {
    name: 'safe',
    about: 'takes the warning from a link, at once',
    said: 'is not unsafe',
    give: (db, domain, slug) => setLinkUnsafe(db, domain, slug, false),
    shown: { isUnsafe: false },
  },
];

async function giveVerdict(
  { db, applyChanges }: AdminConnection,
  { domain, slug }: { domain: string; slug: string },
  verdict: Verdict,
): Promise<AdminAnswer> {
  const outcome = await verdict.give(db, domain, slug);
  if (outcome.kind === 'no_such_link') return failed(`there is no link ${domain}/${slug}`);
  await applyChanges();
  const { linkId: id, workspaceId } = outcome;
  return done({ id, workspaceId, ...verdict.shown }, `Link ${domain}/${slug} (${id}) ${verdict.said}`);
}

/** Adds `link restrict`, `unrestrict`, `unsafe` and `safe`. */
export const addLinkCommands: CommandGroup = (program, run) => {
  const group = program.command('link').description('links that break the rules');
  for (const verdict of verdicts) {
    addCommand(group, verdict.name, verdict.about)
      .argument('<domain>')
      .argument('<slug>')
      .action((domain: string, slug: string, options: { json?: boolean }) =>
        run((connection) => giveVerdict(connection, { domain, slug }, verdict), options),
      );
  }
};
