// The state of a link, as a badge and as a sentence.

import type { Link } from '../api/types';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { ExplainedBadge } from '../ui/explained-badge';
import { linkTexts } from './link-texts';
import { stateOf, type LinkState } from './state-of';

const TONES = {
  unsafe: 'danger',
  restricted: 'danger',
  active: 'good',
  paused: 'warning',
  scheduled: 'warning',
  ended: 'warning',
} as const satisfies Record<LinkState, string>;
const WHY = { unsafe: 'unsafeWhy', restricted: 'restrictedWhy', paused: 'pausedWhy' } as const;

/** What the link's start and end mean now; undefined when they have no effect. */
function useWindowNote(link: Link, state: LinkState): string | undefined {
  const t = useTexts(linkTexts);
  const format = useFormat();
  const { startsAt, expiresAt, expiredUrl } = link;
  if (state === 'scheduled' && startsAt !== undefined) return t.begins(format.moment(startsAt));
  if (expiresAt === undefined) return undefined;
  const end = format.moment(expiresAt);
  if (state === 'active') return t.ends(end);
  if (state !== 'ended') return undefined;
  return expiredUrl === undefined ? t.endedAt(end) : t.endedTo(end);
}

/** What the state means for visitors and editors; undefined for an active link without restrictions. */
function useStateWords(link: Link): string | undefined {
  const t = useTexts(linkTexts);
  const state = stateOf(link);
  const ofWindow = useWindowNote(link, state);
  const ofConditions = t.conditional(link.rules?.length ?? 0, link.split?.length ?? 0);
  const ofPassword = link.hasPassword && t.guarded;
  if (state === 'active') return [ofWindow, ofPassword, ofConditions].filter(Boolean).join(' ') || undefined;
  if (state === 'scheduled' || state === 'ended') return ofWindow;
  return state !== 'paused' && !link.isEnabled ? `${t[WHY[state]]} ${t.alsoPaused}` : t[WHY[state]];
}

export function StateBadge({ link }: { link: Link }) {
  const t = useTexts(linkTexts);
  const state = stateOf(link);
  return <span className={`badge badge-${TONES[state]}`}>{t[state]}</span>;
}

/** A badge for places without room for the sentence, which shows on hover, on focus and after a tap. */
export function ExplainedState({ link }: { link: Link }) {
  const t = useTexts(linkTexts);
  const words = useStateWords(link);
  const state = stateOf(link);
  if (words === undefined) return <StateBadge link={link} />;
  return <ExplainedBadge tone={TONES[state]} name={t[state]} words={words} />;
}

/** The sentence only; nothing for an active link without restrictions. */
export function StateNote({ link }: { link: Link }) {
  const words = useStateWords(link);
  const state = stateOf(link);
  if (words === undefined) return null;
  return <p className={state === 'active' ? 'hint' : `notice notice-${TONES[state]}`}>{words}</p>;
}
