// A card of the settings with its heading.

import { type ReactNode, useId } from 'react';

type Props = { title: string; hint?: ReactNode; isDanger?: boolean; children: ReactNode };

export function Section({ title, hint, isDanger = false, children }: Props) {
  const id = useId();
  return (
    <section className={`card ${isDanger ? 'card-danger' : ''}`} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {hint && <p className="hint">{hint}</p>}
      </div>
      {children}
    </section>
  );
}
