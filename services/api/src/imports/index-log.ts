// A log has the visits of all links, in any order. It is read once here and indexed by link. Each visit is classified
// as one of ours and kept as a row of numbers, some 40 bytes.

import { setImmediate } from 'node:timers/promises';
import { CLICK_DIMENSIONS, ownCopy } from '@kurz/click-event';
import { makeDaySums, type SummedVisit } from './day-sums';
import { SourceFault, type CountedDays, type HistorySource } from './import-source';
import type { ClassifyMoved } from './visits-by-day';

type VisitLog = Extract<HistorySource, { kind: 'log' }>;

/** The most different texts (links, referrers and others): some 100 MB. */
const MAX_TEXTS = 1_000_000;
/** Requests are served between two turns. */
const VISITS_OF_TURN = 100;
const FIRST_ROWS = 4_096;

/** The columns of a row: link, seconds since the epoch, whether it is a bot, and the dimensions. */
const [LINK, SECONDS, IS_BOT, FIRST_DIMENSION] = [0, 1, 2, 3];
const WIDTH = FIRST_DIMENSION + CLICK_DIMENSIONS.length;

/** Gives each text a number. 0 stands for no text. Throws SourceFault when there are too many texts. */
function makeTexts() {
  const numbers = new Map<string, number>();
  const texts: (string | undefined)[] = [undefined];
  return {
    numberOf: (text: string | undefined): number => {
      if (text === undefined) return 0;
      const known = numbers.get(text);
      if (known !== undefined) return known;
      if (texts.length > MAX_TEXTS)
        throw new SourceFault(`has more than ${MAX_TEXTS} links and referrers`, 'too_large');
      // a copy: a view would keep the text around it in memory
      const own = ownCopy(text);
      numbers.set(own, texts.length);
      return texts.push(own) - 1;
    },
    known: (text: string) => numbers.get(text),
    textAt: (number: number) => texts[number],
    count: () => texts.length,
  };
}

/** Rows of WIDTH numbers. */
function makeRows() {
  let numbers = new Uint32Array(FIRST_ROWS * WIDTH);
  let rows = 0;
  return {
    add: (row: readonly number[]) => {
      if ((rows + 1) * WIDTH > numbers.length) {
        const larger = new Uint32Array(numbers.length * 2);
        larger.set(numbers);
        numbers = larger;
      }
      numbers.set(row, rows * WIDTH);
      rows++;
    },
    at: (row: number, column: number) => numbers[row * WIDTH + column] ?? 0,
    count: () => rows,
  };
}

/** The rows by their link: those of link n are `order[begins[n]]` to before `order[begins[n + 1]]`. */
function orderByLink({ at, count }: ReturnType<typeof makeRows>, links: number) {
  const begins = new Uint32Array(links + 2);
  const add = (to: Uint32Array, index: number, number: number) => (to[index] = (to[index] ?? 0) + number);
  for (let row = 0; row < count(); row++) add(begins, at(row, LINK) + 1, 1);
  for (let link = 0; link <= links; link++) add(begins, link + 1, begins[link] ?? 0);
  const next = begins.slice();
  const order = new Uint32Array(count());
  for (let row = 0; row < count(); row++) order[add(next, at(row, LINK), 1) - 1] = row;
  return { begins, order };
}

/** Resolves with a function that gives the days of a link. That too throws SourceFault, when they are too many. */
export async function indexLog(
  log: VisitLog,
  { until, classify }: { until: Date; classify: ClassifyMoved },
): Promise<(key: string) => Promise<CountedDays>> {
  const texts = makeTexts();
  const rows = makeRows();
  let read = 0;
  for await (const moved of log.all()) {
    if (++read % VISITS_OF_TURN === 0) await setImmediate();
    const visit = classify(moved);
    if (!visit) continue;
    const dimensions = CLICK_DIMENSIONS.map((dimension) => texts.numberOf(visit[dimension]));
    const seconds = Math.floor(visit.time / 1_000);
    rows.add([texts.numberOf(moved.key), seconds, visit.isBot ? 1 : 0, ...dimensions]);
  }
  const { begins, order } = orderByLink(rows, texts.count());

  const daysOf = (link: number): CountedDays['days'] => {
    const sums = makeDaySums(until);
    for (const row of order.subarray(begins[link], begins[link + 1])) {
      const visit: SummedVisit = {
        time: rows.at(row, SECONDS) * 1_000,
        isBot: rows.at(row, IS_BOT) === 1,
      };
      for (const [at, dimension] of CLICK_DIMENSIONS.entries()) {
        const text = texts.textAt(rows.at(row, FIRST_DIMENSION + at));
        if (text !== undefined) visit[dimension] = text;
      }
      sums.add(visit);
    }
    return sums.result();
  };
  return (key) => {
    const link = texts.known(key);
    return Promise.resolve({ days: link === undefined ? [] : daysOf(link), total: undefined });
  };
}
