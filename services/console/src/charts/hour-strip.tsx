// Bars of the last 24 hours. The current hour is hatched, because it is not over yet.

import { useId } from 'react';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { type ChartData, type ChartRow, largestOf } from './chart-data';
import { chartsTexts } from './charts-texts';
import { Drawing } from './drawing';
import { Explorer } from './explorer';
import { axisRoom, countScale, countTicks } from './scales';
import { lengthOf, useWidth } from './width';

const HEIGHT = 150;
const [LEAST_LEFT, TOP, BOTTOM] = [40, 10, HEIGHT - 26];
/** Every sixth hour has a label. */
const NAMED = 6;

type Props = {
  label: string;
  data: ChartData;
  textOf: (row: ChartRow) => string;
  tickOf: (row: ChartRow) => string;
};

type Drawn = Props & { width: number; left: number; at: number | undefined };

function Bars({ data, tickOf, width, left, at }: Drawn) {
  const format = useFormat();
  const hatch = useId();
  const y = countScale(largestOf(data, 1), [BOTTOM, TOP]);
  const slot = (width - left - 4) / data.rows.length;
  const last = data.rows.length - 1;
  return (
    <Drawing width={width} height={HEIGHT}>
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="bar-soft" width="6" height="6" />
          <rect className="bar" width="3" height="6" />
        </pattern>
      </defs>
      {countTicks(y).map((tick) => (
        <g key={tick}>
          <line className="chart-grid" x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
          <text className="chart-tick" x={left - 8} y={y(tick) + 4} textAnchor="end">
            {format.shortNumber(tick)}
          </text>
        </g>
      ))}
      {data.rows.map((row, index) => {
        const x = left + index * slot;
        const top = y(row.values[0] ?? 0);
        return (
          <g key={row.key}>
            <rect
              className="bar"
              x={x + 1}
              y={top}
              width={Math.max(slot - 2, 1)}
              height={BOTTOM - top}
              style={index === last ? { fill: `url(#${hatch})` } : undefined}
            />
            {(last - index) % NAMED === 0 && (
              <text
                className="chart-tick"
                x={index === last ? x + slot : x + slot / 2}
                y={HEIGHT - 8}
                textAnchor={index === last ? 'end' : 'middle'}
              >
                {tickOf(row)}
              </text>
            )}
          </g>
        );
      })}
      {at !== undefined && (
        <rect
          data-live=""
          className="bar-chosen"
          x={left + at * slot}
          y={TOP}
          width={slot}
          height={BOTTOM - TOP}
        />
      )}
    </Drawing>
  );
}

export function HourStrip(props: Props) {
  const { label, data, textOf } = props;
  const t = useTexts(chartsTexts);
  const format = useFormat();
  const [element, width] = useWidth<HTMLDivElement>();
  const left = axisRoom(largestOf(data, 1), LEAST_LEFT, format.shortNumber);
  const count = data.rows.length;
  const rowText = (index: number) => {
    const row = data.rows[index];
    return row ? textOf(row) : '';
  };
  return (
    <div ref={element} className="chart-space" style={{ minHeight: lengthOf(HEIGHT) }}>
      {width > 0 && (
        <Explorer
          label={`${label}. ${t.hint}`}
          count={count}
          start={count - 1}
          textOf={rowText}
          indexAt={(x) => Math.floor(((x - left) / (width - left - 4)) * count)}
        >
          {(at) => <Bars {...props} width={width} left={left} at={at} />}
        </Explorer>
      )}
    </div>
  );
}
