// A badge whose explanation shows on hover, on focus and after a tap. Escape hides it, and screen readers read it after
// the badge.

import { type KeyboardEvent, useId, useState } from 'react';

type Props = { tone: 'danger' | 'good' | 'warning'; name: string; words: string };

export function ExplainedBadge({ tone, name, words }: Props) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setShown(false);
  };
  return (
    <span
      className="explained"
      onPointerEnter={() => setShown(true)}
      onPointerLeave={() => setShown(false)}
      onKeyDown={onKeyDown}
    >
      <button
        type="button"
        className={`badge badge-${tone}`}
        aria-describedby={id}
        onFocus={() => setShown(true)}
        onBlur={() => setShown(false)}
        onClick={() => setShown(true)}
      >
        {name}
      </button>
      <span id={id} role="tooltip" hidden={!isShown}>
        {words}
      </span>
    </span>
  );
}
