import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { shadeOf } from './shades';

type World = {
  width: number;
  height: number;
  paths: Record<string, string>;
  points: Record<string, [number, number]>;
};

const SCRIPT = path.join(__dirname, '..', '..', 'bin', 'world-map.mjs');

/** Codes that browsers know, but no visit counts under: former states, unions, parts of states, uninhabited places. */
const NO_COUNTRIES = new Set(
  'AC AN AQ BU BV CP CQ CS DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB YD YU ZR ZZ'.split(
    ' ',
  ),
);

test('the largest number has the darkest shade, and one visit has a shade', () => {
  expect([shadeOf(1, 1_000_000), shadeOf(1_000_000, 1_000_000), shadeOf(1, 1)]).toEqual([1, 5, 5]);
  expect([shadeOf(250_000, 1_000_000), shadeOf(40_001, 1_000_000)]).toEqual([3, 2]);
});

test('every country that a browser knows by name is on the map, within its edges', () => {
  const world = JSON.parse(execFileSync(process.execPath, [SCRIPT], { encoding: 'utf8' })) as World;
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const countries = codes.filter((code) => names.of(code) !== undefined && !NO_COUNTRIES.has(code));
  expect(countries.filter((code) => !(code in world.paths) && !(code in world.points))).toEqual([]);
  expect(Object.keys(world.paths).filter((code) => code in world.points)).toEqual([]);
  for (const [x, y] of Object.values(world.points)) {
    expect(x >= 0 && x <= world.width && y >= 0 && y <= world.height).toBe(true);
  }
  for (const text of Object.values(world.paths)) {
    // each part starts with an absolute position; no step crosses the map from edge to edge
    expect(text).toMatch(/^(M\d+ ?-?\d+l[\d -]+z)+$/);
    const steps = [...text.matchAll(/(?<=[l ])(-?\d+)[ -]/g)].map(([, dx]) => Math.abs(Number(dx)));
    expect(Math.max(...steps)).toBeLessThan(world.width / 4);
  }
});
