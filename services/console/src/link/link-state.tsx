// The state of a link, as a badge and as a sentence.

import type { Link } from '../api/types';
import { useTexts } from '../i18n/texts';
import { ExplainedBadge } from '../ui/explained-badge';
import { linkTexts } from './link-texts';

const TONES = { unsafe: 'danger', restricted: 'danger', active: 'good', paused: 'warning' } as const;
const WHY = { unsafe: 'unsafeWhy', restricted: 'restrictedWhy', paused: 'pausedWhy' } as const;

type LinkState = keyof typeof TONES;

export function stateOf(link: Pick<Link, 'isUnsafe' | 'isRestricted' | 'isEnabled'>): LinkState {
  if (link.isRestricted) return 'restricted';
  if (link.isUnsafe) return 'unsafe';
  return link.isEnabled ? 'active' : 'paused';
}

/** What the state means for visitors and for who may change it; undefined for a link that simply works. */
function useStateWords(link: Link): string | undefined {
  const t = useTexts(linkTexts);
  const state = stateOf(link);
  if (state === 'active') return undefined;
  return state !== 'paused' && !link.isEnabled ? `${t[WHY[state]]} ${t.alsoPaused}` : t[WHY[state]];
}

export function StateBadge({ link }: { link: Link }) {
  const t = useTexts(linkTexts);
  const state = stateOf(link);
  return <span className={`badge badge-${TONES[state]}`}>{t[state]}</span>;
}

/** The badge where no room is for the sentence: it shows under the pointer, with the focus, and after a tap. */
export function ExplainedState({ link }: { link: Link }) {
  const t = useTexts(linkTexts);
  const words = useStateWords(link);
  const state = stateOf(link);
  if (words === undefined) return <StateBadge link={link} />;
  return <ExplainedBadge tone={TONES[state]} name={t[state]} words={words} />;
}

/** The sentence alone; nothing for a link that simply works. */
export function StateNote({ link }: { link: Link }) {
  const words = useStateWords(link);
  if (words === undefined) return null;
  return <p className={`notice notice-${TONES[stateOf(link)]}`}>{words}</p>;
}
