// A map of countries, each shaded by its number; small countries are points. It is loaded when it comes into view.
// Arrow keys go through the countries by rank, as in the list before it.

import { memo, useMemo } from 'react';
import world from 'virtual:world-map';
import { type ChartData, largestOf, totalsOf } from '../charts/chart-data';
import { chartsTexts } from '../charts/charts-texts';
import { Drawing } from '../charts/drawing';
import { Explorer } from '../charts/explorer';
import { useWidth } from '../charts/width';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { shadeOf, SHADES } from './shades';
import './map.css';

const LEGEND = 30;
const [KEY_WIDTH, KEY_HEIGHT] = [22, 10];

type Shades = ReadonlyMap<string, number>;
type Drawn = { scale: number; shades: Shades };

const nameOfShade = (shade: number | undefined) =>
  shade === undefined ? '' : `map-shade map-shade-${shade}`;

const Countries = memo(function Countries({ scale, shades }: Drawn) {
  return (
    <g transform={`scale(${scale})`}>
      {Object.entries(world.paths).map(([code, path]) => (
        <path
          key={code}
          data-country={code}
          className={`map-land ${nameOfShade(shades.get(code))}`}
          d={path}
        />
      ))}
      {Object.entries(world.points).map(([code, [x, y]]) => (
        <circle
          key={code}
          data-country={code}
          className={`map-land map-point ${nameOfShade(shades.get(code))}`}
          cx={x}
          cy={y}
          r={(shades.has(code) ? 4 : 1.2) / scale}
        />
      ))}
    </g>
  );
});

function Chosen({ code, scale }: { code: string; scale: number }) {
  const path = world.paths[code];
  const [x, y] = world.points[code] ?? [];
  return (
    <g data-live="" transform={`scale(${scale})`} className="map-chosen">
      {path !== undefined && <path d={path} />}
      {x !== undefined && <circle cx={x} cy={y} r={6 / scale} />}
    </g>
  );
}

/** The legend from one visit to the maximum; a single shade when no country has more than one visit. */
function Legend({ top, most }: { top: number; most: number }) {
  const format = useFormat();
  const shown = most > 1 ? SHADES : [shadeOf(most, most)];
  const left = format.shortNumber(1).length * 8 + 10;
  return (
    <g>
      <text className="chart-tick" x={left - 6} y={top + 20} textAnchor="end">
        {format.shortNumber(1)}
      </text>
      {shown.map((shade, index) => (
        <rect
          key={shade}
          className={nameOfShade(shade)}
          x={left + index * (KEY_WIDTH + 2)}
          y={top + 11}
          width={KEY_WIDTH}
          height={KEY_HEIGHT}
        />
      ))}
      {most > 1 && (
        <text className="chart-tick" x={left + shown.length * (KEY_WIDTH + 2) + 4} y={top + 20}>
          {format.shortNumber(most)}
        </text>
      )}
    </g>
  );
}

const isOnMap = (code: string) => code in world.paths || code in world.points;

type Props = { label: string; data: ChartData; notOnMap: (count: string) => string };

export default function CountryMap({ label, data, notOnMap }: Props) {
  const t = useTexts(chartsTexts);
  const format = useFormat();
  const [element, width] = useWidth<HTMLDivElement>();
  const most = largestOf(data, 1);
  const sum = totalsOf(data)[0] ?? 0;
  const rows = useMemo(() => data.rows.filter(({ key }) => isOnMap(key)), [data.rows]);
  // equal shades give an equal text, so that a changed number does not redraw two hundred countries
  const shading = rows.map(({ key, values: [value = 0] }) => `${key}${shadeOf(value, most)}`).join();
  const shades = useMemo(
    () => new Map(shading.split(',').map((text) => [text.slice(0, 2), Number(text.slice(2))])),
    [shading],
  );
  const elsewhere = sum - rows.reduce((total, { values: [value = 0] }) => total + value, 0);
  const scale = width / world.width;
  const height = Math.ceil(world.height * scale);
  const textOf = (index: number) => {
    const row = rows[index];
    const value = row?.values[0] ?? 0;
    return row ? `${row.name}: ${format.number(value)} (${format.percent(value / (sum || 1))})` : '';
  };
  const indexAt = (_x: number, _y: number, drawn: EventTarget) => {
    const code = drawn instanceof SVGElement ? drawn.dataset['country'] : undefined;
    const index = rows.findIndex(({ key }) => key === code);
    return index === -1 ? undefined : index;
  };
  return (
    <div ref={element} className="chart-space">
      {rows.length > 0 && width > 0 && (
        <Explorer
          label={`${label}. ${t.hint}`}
          count={rows.length}
          isVertical
          hasReadout
          start={0}
          textOf={textOf}
          indexAt={indexAt}
        >
          {(at) => (
            <Drawing width={width} height={height + LEGEND}>
              <Countries {...{ scale, shades }} />
              {at !== undefined && <Chosen code={rows[at]?.key ?? ''} scale={scale} />}
              <Legend top={height} most={most} />
            </Drawing>
          )}
        </Explorer>
      )}
      {elsewhere > 0 && <p className="hint">{notOnMap(format.number(elsewhere))}</p>}
    </div>
  );
}
