// The largest values of a list as horizontal bars, each with its name, number and share.

import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { type ChartData, type ChartRow, largestOf, totalsOf } from './chart-data';
import { chartsTexts } from './charts-texts';
import { Drawing } from './drawing';
import { Explorer } from './explorer';
import { shortened } from './labels';
import { lengthOf, useWidth } from './width';

const SHOWN = 8;
const ROW = 38;
/** Approximate width of a letter, in pixels. */
const LETTER = 7.4;
const NUMBER_LETTER = 9;
/** Room for a share and a number of four characters. */
const NUMBERS_ROOM = 104;
const SHORT_NUMBER = 4;

type Props = { label: string; data: ChartData };

type Drawn = { rows: readonly ChartRow[]; most: number; sum: number; width: number; at: number | undefined };

function Bars({ rows, most, sum, width, at }: Drawn) {
  const format = useFormat();
  const height = rows.length * ROW;
  const longest = Math.max(...rows.map(({ values: [value = 0] }) => format.shortNumber(value).length));
  const nameRoom = width - NUMBERS_ROOM - Math.max(0, longest - SHORT_NUMBER) * NUMBER_LETTER;
  return (
    <Drawing width={width} height={height}>
      {rows.map(({ key, name, values: [value = 0] }, index) => {
        const top = index * ROW;
        return (
          <g key={key}>
            {at === index && (
              <rect data-live="" className="bar-chosen" x={0} y={top} width={width} height={ROW} rx={6} />
            )}
            <text className="chart-name" x={6} y={top + 17}>
              {shortened(name, nameRoom / LETTER)}
            </text>
            <text className="chart-number" x={width - 58} y={top + 17} textAnchor="end">
              {format.shortNumber(value)}
            </text>
            <text className="chart-tick" x={width - 6} y={top + 17} textAnchor="end">
              {format.percent(value / (sum || 1))}
            </text>
            <rect className="bar-soft" x={6} y={top + 24} width={width - 12} height={6} rx={3} />
            <rect
              className="bar"
              x={6}
              y={top + 24}
              width={Math.max(((width - 12) * value) / (most || 1), value > 0 ? 3 : 0)}
              height={6}
              rx={3}
            />
          </g>
        );
      })}
    </Drawing>
  );
}

export function BarList({ label, data }: Props) {
  const t = useTexts(chartsTexts);
  const format = useFormat();
  const [element, width] = useWidth<HTMLDivElement>();
  const rows = data.rows.slice(0, SHOWN);
  const more = data.rows.length - rows.length;
  const sum = totalsOf(data)[0] ?? 0;
  const textOf = (index: number) => {
    const row = rows[index];
    const value = row?.values[0] ?? 0;
    return row ? `${row.name}: ${format.number(value)} (${format.percent(value / (sum || 1))})` : '';
  };
  return (
    <div ref={element} className="chart-space" style={{ minHeight: lengthOf(rows.length * ROW) }}>
      {rows.length === 0 && <p className="hint">{t.none}</p>}
      {rows.length > 0 && width > 0 && (
        <Explorer
          label={`${label}. ${t.hint}`}
          count={rows.length}
          isVertical
          start={0}
          textOf={textOf}
          indexAt={(_, y) => Math.floor(y / ROW)}
        >
          {(at) => <Bars rows={rows} most={largestOf(data, 1)} sum={sum} width={width} at={at} />}
        </Explorer>
      )}
      {more > 0 && <p className="hint">{t.more(format.number(more))}</p>}
    </div>
  );
}
