// Lines over days, distinguished by stroke and marks as well as by colour, each named where it ends.

import { area, line } from 'd3-shape';
import { useMemo } from 'react';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { type ChartData, type ChartRow, largestOf } from './chart-data';
import { chartsTexts } from './charts-texts';
import { Drawing } from './drawing';
import { Explorer } from './explorer';
import { distinctIndexes, spread } from './labels';
import { Mark } from './mark';
import { axisRoom, type Box, countScale, countTicks } from './scales';
import { lengthOf, useWidth } from './width';

export type LineKind = 'human' | 'scan' | 'bot' | 'earlier';

const HEIGHT = 260;
/** From this width on, names are at the ends of the lines, else in a row on top. */
const WIDE = 520;
const NAME_ROOM = 116;
const DAY_ROOM = 72;
/** Larger in a narrow drawing, where the last label is aligned to the edge and so is nearer to the one before. */
const NARROW_DAY_ROOM = 92;
const NAME_GAP = 17;
/** Room for the piece of line before a name, in letters. */
const NAME_EDGE = 5;
/** Lines of at most this many days have a mark at each day. */
const FEW = 14;

type Props = {
  label: string;
  data: ChartData;
  /** The line kinds of the first columns, in their order. */
  kinds: readonly LineKind[];
  /** The last day is not over, and its segment is drawn differently. An earlier period is always over. */
  isUnfinished: boolean;
  /** A row in words. */
  textOf: (row: ChartRow) => string;
  /** The name of a row at the axis. */
  tickOf: (row: ChartRow) => string;
};

type Drawn = Props & { width: number; box: Box; at: number | undefined };

/** `numbers`: the room for the numbers at the axis. */
const boxOf = (width: number, numbers: (least: number) => number): Box =>
  width >= WIDE
    ? { left: numbers(44), right: width - NAME_ROOM, top: 12, bottom: HEIGHT - 28 }
    : { left: numbers(40), right: width - 12, top: 34, bottom: HEIGHT - 28 };

const xOf =
  ({ left, right }: Box, count: number) =>
  (index: number) =>
    count === 1 ? (left + right) / 2 : left + ((right - left) * index) / (count - 1);

function Axes({ data, width, box, tickOf, most }: Drawn & { most: number }) {
  const format = useFormat();
  const room = width < WIDE ? NARROW_DAY_ROOM : DAY_ROOM;
  const x = xOf(box, data.rows.length);
  const y = countScale(most, [box.bottom, box.top]);
  const nameOf = (index: number) => {
    const row = data.rows[index];
    return row ? tickOf(row) : '';
  };
  return (
    <g>
      {countTicks(y).map((tick) => (
        <g key={tick}>
          <line className="chart-grid" x1={box.left} x2={box.right} y1={y(tick)} y2={y(tick)} />
          <text className="chart-tick" x={box.left - 8} y={y(tick) + 4} textAnchor="end">
            {format.shortNumber(tick)}
          </text>
        </g>
      ))}
      {distinctIndexes(data.rows.length, box.right - box.left, room, nameOf).map((index) => {
        const row = data.rows[index];
        return (
          row && (
            <text
              key={row.key}
              className="chart-tick"
              x={Math.max(x(index), box.left)}
              y={HEIGHT - 8}
              textAnchor={index === data.rows.length - 1 && width < WIDE ? 'end' : 'middle'}
            >
              {nameOf(index)}
            </text>
          )
        );
      })}
    </g>
  );
}

/** The share of a row of names that is before a column. Each name needs room for its piece of line and its letters. */
function shareBefore(names: readonly string[], column: number): number {
  const needs = names.map((name) => NAME_EDGE + name.length);
  const sumOf = (some: readonly number[]) => some.reduce((sum, need) => sum + need, 0);
  return sumOf(needs.slice(0, column)) / sumOf(needs);
}

/** The names of the lines, each with a piece of its line. */
function Names({ data, kinds, width, box, most }: Drawn & { most: number }) {
  const isWide = width >= WIDE;
  const names = data.columns.slice(0, kinds.length);
  const piece = isWide ? 22 : 16;
  const y = countScale(most, [box.bottom, box.top]);
  const last = data.rows.at(-1);
  const ends = kinds.map((_, column) => y(last?.values[column] ?? 0));
  const tops = isWide ? spread(ends, NAME_GAP, box.bottom, box.top) : kinds.map(() => 14);
  const leftOf = (column: number) => (isWide ? box.right + 12 : 4 + (width - 4) * shareBefore(names, column));
  return (
    <g>
      {kinds.map((kind, column) => {
        const [left, top] = [leftOf(column), tops[column] ?? 0];
        return (
          <g key={kind} className={`line-${kind}`}>
            <line className="line" x1={left} x2={left + piece} y1={top} y2={top} />
            <Mark kind={kind} x={left + piece / 2} y={top} />
            <text className="chart-name" x={left + piece + 6} y={top + 4}>
              {data.columns[column]}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function Lines({ data, kinds, isUnfinished, box, most }: Drawn & { most: number }) {
  const { rows } = data;
  const paths = useMemo(() => {
    const x = xOf(box, rows.length);
    const y = countScale(most, [box.bottom, box.top]);
    const valueOf = (row: ChartRow, column: number) => y(row.values[column] ?? 0);
    const strokeOf = (column: number, from: number, to: number) =>
      line<ChartRow>(
        (_, index) => x(from + index),
        (row) => valueOf(row, column),
      )(rows.slice(from, to)) ?? '';
    const last = rows.length - 1;
    return kinds.map((kind, column) => {
      const isOpen = isUnfinished && kind !== 'earlier';
      const marks = rows.map((row, index) => ({ x: x(index), y: valueOf(row, column) }));
      return {
        kind,
        column,
        /** The line over the days that are over. */
        stroke: strokeOf(column, 0, isOpen ? last : rows.length),
        lastDay: isOpen ? strokeOf(column, Math.max(last - 1, 0), rows.length) : undefined,
        hollow: isOpen ? marks[last] : undefined,
        marks: rows.length > FEW ? [] : marks.slice(0, isOpen ? last : rows.length),
        fill:
          area<ChartRow>(
            (_, index) => x(index),
            box.bottom,
            (row) => valueOf(row, column),
          )(rows) ?? '',
      };
    });
  }, [rows, kinds, isUnfinished, box, most]);
  return (
    <g>
      {paths.map(({ kind, column, stroke, lastDay, hollow, fill, marks }) => (
        <g key={kind} className={`line-${kind}`}>
          {column === 0 && <path className="line-area" d={fill} />}
          <path className="line" d={stroke} />
          {lastDay !== undefined && <path className="line line-unfinished" d={lastDay} />}
          {marks.map((mark) => (
            <Mark key={mark.x} kind={kind} {...mark} />
          ))}
          {hollow && <Mark kind={kind} isHollow {...hollow} />}
        </g>
      ))}
    </g>
  );
}

function Cursor({ data, kinds, box, most, at }: Drawn & { most: number }) {
  const row = at === undefined ? undefined : data.rows[at];
  if (at === undefined || !row) return null;
  const x = xOf(box, data.rows.length)(at);
  const y = countScale(most, [box.bottom, box.top]);
  return (
    <g data-live="">
      <line className="chart-cursor" x1={x} x2={x} y1={box.top} y2={box.bottom} />
      {kinds.map((kind, column) => (
        <g key={kind} className={`line-${kind}`}>
          <Mark kind={kind} x={x} y={y(row.values[column] ?? 0)} />
        </g>
      ))}
    </g>
  );
}

/** One line per column over the rows, which are ascending days without gaps. */
export function LineChart(props: Props) {
  const { label, data, kinds, textOf } = props;
  const t = useTexts(chartsTexts);
  const format = useFormat();
  const [element, width] = useWidth<HTMLDivElement>();
  const most = largestOf(data, kinds.length);
  const count = data.rows.length;
  const box = useMemo(
    () => boxOf(width, (least) => axisRoom(most, least, format.shortNumber)),
    [width, most, format],
  );
  const indexAt = (x: number) => Math.round(((x - box.left) / (box.right - box.left)) * (count - 1));
  const rowText = (index: number) => {
    const row = data.rows[index];
    return row ? textOf(row) : '';
  };
  return (
    <div ref={element} className="chart-space" style={{ minHeight: lengthOf(HEIGHT) }}>
      {count === 0 && <p className="hint">{t.none}</p>}
      {count > 0 && width > 0 && (
        <Explorer
          label={`${label}. ${t.hint}`}
          count={count}
          start={count - 1}
          textOf={rowText}
          indexAt={indexAt}
        >
          {(at) => {
            const drawn = { ...props, width, box, at, most };
            return (
              <Drawing width={width} height={HEIGHT}>
                <Axes {...drawn} />
                <Lines {...drawn} />
                <Names {...drawn} />
                <Cursor {...drawn} />
              </Drawing>
            );
          }}
        </Explorer>
      )}
    </div>
  );
}
