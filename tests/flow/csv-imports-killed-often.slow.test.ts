// `kurz import csv` and `kurz import undo` are killed at random moments, time after time: each that is run to its end
// is equal to one without a kill. KURZ_KILLS says how many kills there are.

import { csvOf, openCsvImportWorld, type CsvImportWorld, type ImportPlace } from './csv-import-world';
import { importOf, runKilled } from './killed-csv-imports';

const KILLS = Number(process.env['KURZ_KILLS'] ?? 10);
const LINKS = 4_000;

let world: CsvImportWorld;
let file: string;
let whole: ImportPlace;
beforeAll(async () => {
  world = await openCsvImportWorld();
  file = world.write('links.csv', csvOf(LINKS));
  whole = await world.newPlace();
  await world.run(...world.words(file, whole));
});
afterAll(() => world.close());

test('killed at random moments and run again, imports and undos are equal to those without a kill', async () => {
  const moved = await world.stateOf(whole);
  const places: ImportPlace[] = [];
  let kills = 0;
  while (kills < KILLS) {
    const place = await world.newPlace();
    const { killed } = await runKilled(world, world.words(file, place), KILLS - kills);
    kills += killed;
    expect(await world.stateOf(place)).toEqual(moved);
    places.push(place);
  }
  console.log(`${kills} kills in ${places.length} imports`);

  await world.run('import', 'undo', await importOf(world, whole));
  const undone = await world.stateOf(whole);
  kills = 0;
  for (const place of places) {
    const { killed } = await runKilled(world, ['import', 'undo', await importOf(world, place)], 5);
    kills += killed;
    expect(await world.stateOf(place)).toEqual(undone);
  }
  console.log(`${kills} kills in ${places.length} undos`);
  expect(undone.links).toEqual([]);
}, 3_600_000);
