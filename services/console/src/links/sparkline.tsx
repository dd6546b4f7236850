// The human visits of a link's last days as a small curve, with their sum in words. Today is not over yet: a dotted
// line leads to its mark, and the area ends at the last whole day.

import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { linksTexts } from './links-texts';

const [WIDTH, HEIGHT] = [96, 28];
/** Margin, so that neither the stroke nor the mark is clipped. */
const EDGE = 3;

type Props = { humans: readonly number[] };

export function Sparkline({ humans }: Props) {
  const t = useTexts(linksTexts);
  const format = useFormat();
  const most = Math.max(1, ...humans);
  const step = (WIDTH - 2 * EDGE) / Math.max(1, humans.length - 1);
  const points = humans.map((count, index) => ({
    x: EDGE + index * step,
    y: HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * count) / most,
  }));
  const today = points.at(-1);
  const over = points.slice(0, -1);
  const line = over.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
  const last = over.at(-1);
  const end = last?.x ?? EDGE;
  const sum = humans.reduce((total, count) => total + count, 0);
  return (
    <svg
      className="sparkline"
      role="img"
      aria-label={t.curve(format.number(sum), format.number(humans.length))}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      {over.length > 1 && (
        <>
          <path className="sparkline-area" d={`M${EDGE} ${HEIGHT - EDGE}L${line}L${end} ${HEIGHT - EDGE}Z`} />
          <path className="sparkline-line" d={`M${line}`} />
        </>
      )}
      {today && last && <path className="sparkline-today" d={`M${last.x} ${last.y}L${today.x} ${today.y}`} />}
      {today && <circle className="sparkline-mark" cx={today.x} cy={today.y} r={2.2} />}
    </svg>
  );
}
