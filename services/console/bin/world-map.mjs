// Makes the world map: countries as SVG paths, from Natural Earth (world-atlas), and countries that are too small to be
// seen as points. The web app's build runs it; `node bin/world-map.mjs` prints the map.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { feature } from 'topojson-client';

const require = createRequire(import.meta.url);

/** The drawing's width. Its coordinates are whole numbers, which is precise enough for twice the width of a page. */
const WIDTH = 1_000;
/** The latitudes of the drawing, without Antarctica, which no visit comes from. */
const [NORTH, SOUTH] = [84, -57];
/** Square units. A smaller country is drawn as a point; a smaller island of a larger country is left out. */
const [SMALLEST_COUNTRY, SMALLEST_ISLAND] = [9, 1];

/** Natural Earth has no number for these. The last two have no code either; visits are counted under these codes. */
const UNNUMBERED = { Kosovo: 'XK', 'N. Cyprus': 'CY', Somaliland: 'SO' };

/** Territories that Natural Earth draws as part of their state, but whose visits count under their own codes. */
const LANDS = {
  BQ: [-68.3, 12.2],
  CC: [96.9, -12.2],
  CX: [105.6, -10.5],
  GF: [-53.1, 4],
  GP: [-61.5, 16.2],
  MQ: [-61, 14.6],
  RE: [55.5, -21.1],
  SJ: [16, 78.5],
  TK: [-171.8, -9.2],
  YT: [45.2, -12.8],
};

/** The two-letter code for a country's number (ISO 3166), by the aliases that every JavaScript engine knows. */
function codeOf({ id, properties }) {
  if (id === undefined) return UNNUMBERED[properties.name];
  const { region = '' } = new Intl.Locale(`und-${id}`);
  return /^[A-Z]{2}$/.test(region) ? region : undefined;
}

const [A1, A2, A3, A4] = [1.340264, -0.081106, 0.000893, 0.003796];
const M = Math.sqrt(3) / 2;
const radians = (degrees) => (degrees * Math.PI) / 180;

/** The Equal Earth projection preserves relative areas, so that the shade of a country has its true weight. */
function equalEarth([longitude, latitude]) {
  const theta = Math.asin(M * Math.sin(radians(latitude)));
  const square = theta ** 2;
  const sixth = square ** 3;
  const width = M * (A1 + 3 * A2 * square + sixth * (7 * A3 + 9 * A4 * square));
  const x = (radians(longitude) * Math.cos(theta)) / width;
  return [x, theta * (A1 + A2 * square + sixth * (A3 + A4 * square))];
}

const [EAST] = equalEarth([180, 0]);
const [, TOP] = equalEarth([0, NORTH]);
const [, BOTTOM] = equalEarth([0, SOUTH]);
const SCALE = WIDTH / (2 * EAST);
const HEIGHT = Math.ceil((TOP - BOTTOM) * SCALE);

function project(position) {
  const [x, y] = equalEarth(position);
  return [(x + EAST) * SCALE, (TOP - y) * SCALE];
}

/** The area and the centre of a ring of points. */
function measured(ring) {
  let [area, x, y] = [0, 0, 0];
  ring.forEach(([x0, y0], index) => {
    const [x1, y1] = ring[(index + 1) % ring.length];
    const cross = x0 * y1 - x1 * y0;
    area += cross;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  });
  if (area === 0) return { area, centre: ring[0] };
  return { area: Math.abs(area) / 2, centre: [x / (3 * area), y / (3 * area)] };
}

/** Removes the jump from 180° east to 180° west from a ring: longitudes beyond it continue past 180. */
function unwrapped(ring) {
  let [[last]] = ring;
  return ring.map(([longitude, latitude]) => {
    last = longitude + 360 * Math.round((last - longitude) / 360);
    return [last, latitude];
  });
}

/** The part of a ring on one side of a meridian. `side` 1 is east, -1 west. */
function cut(ring, meridian, side) {
  const isKept = ([longitude]) => (longitude - meridian) * side >= 0;
  return ring.flatMap((point, index) => {
    const next = ring[(index + 1) % ring.length];
    const kept = isKept(point) ? [point] : [];
    if (isKept(point) === isKept(next)) return kept;
    const part = (meridian - point[0]) / (next[0] - point[0]);
    return [...kept, [meridian, point[1] + part * (next[1] - point[1])]];
  });
}

/** The parts of a ring in the drawing. A ring that crosses the meridian at the edge has a part on each side. */
function partsOf(ring) {
  const whole = unwrapped(ring.slice(0, -1));
  return [-360, 0, 360]
    .map((turn) => whole.map(([longitude, latitude]) => [longitude + turn, latitude]))
    .map((turned) => cut(cut(turned, -180, 1), 180, -1))
    .filter((part) => part.length > 2)
    .map((part) => part.map(project));
}

/** The SVG path of a ring, with relative coordinates. */
function pathOf(ring) {
  let [x, y] = [0, 0];
  const points = ring
    .map((point) => point.map(Math.round))
    .filter((point, index, all) => index === 0 || String(point) !== String(all[index - 1]));
  if (points.length < 3) return '';
  const steps = points.map(([nextX, nextY], index) => {
    const step = `${['M', 'l'][index] ?? ' '}${nextX - x} ${nextY - y}`;
    [x, y] = [nextX, nextY];
    return step.replaceAll(' -', '-');
  });
  return `${steps.join('')}z`;
}

/** The projected rings of each country for whose code `isAsked` is true. */
function countriesOf(file, isAsked) {
  const topology = JSON.parse(readFileSync(require.resolve(`world-atlas/${file}.json`), 'utf8'));
  return topology.objects.countries.geometries.flatMap((shape) => {
    const code = codeOf(shape);
    if (code === undefined || code === 'AQ' || !isAsked(code)) return [];
    const { geometry } = feature(topology, shape);
    if (!geometry) return [];
    const { type, coordinates } = geometry;
    const rings = type === 'Polygon' ? coordinates : coordinates.flat();
    return [{ code, rings: rings.flatMap(partsOf) }];
  });
}

const areaOf = (ring) => measured(ring).area;

/** By country code: `paths` of the countries that are large enough, and `points` (`[x, y]`) of the others. */
export function worldMap() {
  const [paths, points, areas] = [new Map(), new Map(), new Map()];
  for (const { code, rings } of countriesOf('countries-50m', () => true)) {
    const path = rings.filter((ring) => areaOf(ring) >= SMALLEST_ISLAND).map(pathOf);
    paths.set(code, (paths.get(code) ?? '') + path.join(''));
    areas.set(
      code,
      rings.reduce((sum, ring) => sum + areaOf(ring), areas.get(code) ?? 0),
    );
  }
  const isSmall = (code) => (areas.get(code) ?? 0) < SMALLEST_COUNTRY;
  for (const { code, rings } of countriesOf('countries-10m', isSmall)) {
    const [largest] = rings.map(measured).sort((a, b) => b.area - a.area);
    paths.delete(code);
    points.set(code, largest.centre.map(Math.round));
  }
  for (const [code, place] of Object.entries(LANDS)) points.set(code, project(place).map(Math.round));
  return {
    width: WIDTH,
    height: HEIGHT,
    paths: Object.fromEntries([...paths].sort()),
    points: Object.fromEntries([...points].sort()),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(JSON.stringify(worldMap()));
