// The state of a link, as a badge and as a sentence.

import type { Link } from '../api/types';
import { useTexts } from '../i18n/texts';
import { linkTexts } from './link-texts';

const TONES = { unsafe: 'danger', restricted: 'danger', active: 'good', paused: 'warning' } as const;
const WHY = { unsafe: 'unsafeWhy', restricted: 'restrictedWhy', paused: 'pausedWhy' } as const;

type LinkState = keyof typeof TONES;

export function stateOf(link: Pick<Link, 'isUnsafe' | 'isRestricted' | 'isEnabled'>): LinkState {
  if (link.isRestricted) return 'restricted';
  if (link.isUnsafe) return 'unsafe';
  return link.isEnabled ? 'active' : 'paused';
}

export function StateBadge({ link }: { link: Link }) {
  const t = useTexts(linkTexts);
  const state = stateOf(link);
  return <span className={`badge badge-${TONES[state]}`}>{t[state]}</span>;
}

/** What the state means for visitors and for who may change it; nothing for a link that simply works. */
export function StateNote({ link }: { link: Link }) {
  const t = useTexts(linkTexts);
  const state = stateOf(link);
  if (state === 'active') return null;
  const tone = state === 'paused' ? 'notice-warning' : 'notice-danger';
  return (
    <p className={`notice ${tone}`}>
      {t[WHY[state]]}
      {state !== 'paused' && !link.isEnabled && ` ${t.alsoPaused}`}
    </p>
  );
}
