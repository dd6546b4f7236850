// Measures the web app's main pages with Lighthouse, whose folder is the first argument, and checks them against the
// figures below. The median of three runs of a page counts. Prints a line per page, and what a page lacks.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '@kurz/backends';
import { launchChromium } from './chromium';
import { fillWorkspace } from './fill-workspace';
import { openConsole } from './open-console';
import { pathOf } from './pages';

const RUNS = 3;

type Report = {
  categories: Record<string, { score: number | null }>;
  audits: Record<
    string,
    { score: number | null; title: string; numericValue?: number; scoreDisplayMode: string }
  >;
};
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;

type Figure = { name: string; bound: number; isLeast: boolean; of: (report: Report) => number };

const score = (category: string) => (report: Report) =>
  Math.round((report.categories[category]?.score ?? 0) * 100);
const timing = (audit: string) => (report: Report) => report.audits[audit]?.numericValue ?? Infinity;

const FIGURES: readonly Figure[] = [
  { name: 'performance', bound: 95, isLeast: true, of: score('performance') },
  { name: 'accessibility', bound: 100, isLeast: true, of: score('accessibility') },
  { name: 'best practices', bound: 95, isLeast: true, of: score('best-practices') },
  { name: 'LCP ms', bound: 2_000, isLeast: false, of: timing('largest-contentful-paint') },
  { name: 'TBT ms', bound: 150, isLeast: false, of: timing('total-blocking-time') },
  { name: 'CLS', bound: 0.02, isLeast: false, of: timing('cumulative-layout-shift') },
];

const PAGES = [
  { name: 'sign-in', at: '/sign-in', isSignedOut: true },
  { name: 'links', at: '/w/links', isSignedOut: false },
  { name: 'stats', at: '/link', isSignedOut: false },
];

const medianOf = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const isMet = ({ bound, isLeast }: Figure, value: number) => (isLeast ? value >= bound : value <= bound);

/** Audits that a page fails in the categories that must be whole. */
const lackOf = ({ audits }: Report) =>
  Object.values(audits)
    .filter(({ score: got, scoreDisplayMode }) => scoreDisplayMode === 'binary' && got === 0)
    .map(({ title }) => title);

async function measure(folder: string): Promise<boolean> {
  const { default: lighthouse } = (await import(
    pathToFileURL(path.join(folder, 'core', 'index.js')).href
  )) as {
    default: Lighthouse;
  };
  const world = await openConsole();
  const port = await freePort();
  const browser = await launchChromium([`--remote-debugging-port=${port}`]);
  let isWell = true;
  try {
    await fillWorkspace(world, 60);
    for (const page of PAGES) {
      const flags = {
        port,
        logLevel: 'error',
        disableStorageReset: true,
        onlyCategories: ['performance', 'accessibility', 'best-practices'],
        ...(!page.isSignedOut && { extraHeaders: { Cookie: world.cookies } }),
      };
      const reports: Report[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const result = await lighthouse(world.product.url + pathOf(world, page), flags);
        if (!result) throw new Error(`no report of ${page.name}`);
        reports.push(result.lhr);
      }
      const values = FIGURES.map((figure) => {
        const value = medianOf(reports.map(figure.of));
        if (isMet(figure, value)) return `${figure.name} ${Number(value.toFixed(3))}`;
        isWell = false;
        return `${figure.name} ${Number(value.toFixed(3))} (missed: ${figure.bound})`;
      });
      console.log(`${page.name}: ${values.join(', ')}`);
      for (const lack of new Set(reports.flatMap(lackOf))) console.log(`  ${lack}`);
    }
  } finally {
    await browser.close();
    await world.close();
  }
  return isWell;
}

void measure(process.argv[2] ?? '').then((isWell) => process.exit(isWell ? 0 : 1));
