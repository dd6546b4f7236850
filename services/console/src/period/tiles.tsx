// Tiles that show the sums of a period in large type, each with its name.

import { useFormat } from '../i18n/format';
import './period.css';

export type Tile = { name: string; value: number; hint?: string | undefined };

export function Tiles({ label, tiles }: { label: string; tiles: readonly Tile[] }) {
  const format = useFormat();
  return (
    <section aria-label={label}>
      <dl className="totals">
        {tiles.map(({ name, value, hint }) => (
          <div key={name} className="card">
            <dt>{name}</dt>
            <dd className="total">{format.number(value)}</dd>
            {hint !== undefined && <dd className="hint">{hint}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}
