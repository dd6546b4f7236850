// Settings of a person's system: reduced motion, forced colours, more contrast.

import { scrollsSideways, violationsOf } from './axe';
import { fillWorkspace } from './fill-workspace';
import { openConsole, type OpenedConsole } from './open-console';
import { DRAWN } from './page-faults';
import { pathOf, settled } from './pages';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await fillWorkspace(world);
});
afterAll(() => world.close());

const at = (path: string) => pathOf(world, { name: path, at: path });

/** Elements whose styles let them move longer than a blink. */
const MOVING = `[...document.querySelectorAll('*')].filter((element) => {
  const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
  const longest = Math.max(...transitionDuration.split(',').map(parseFloat));
  return (animationName !== 'none' && parseFloat(animationDuration) > 0.01) || longest > 0.01;
}).map((element) => element.outerHTML.slice(0, 120))`;

test('with less motion nothing moves, not even while a page loads', async () => {
  const { page, close } = await world.open(at('/w/links'), { reducedMotion: 'reduce' });
  await settled(page);
  // held back, so that the page shows that it is loading
  await page.route('**/usage*', () => undefined);
  await page.goto(world.product.url + at('/w/settings/workspace'));
  await page.locator('.spinner').waitFor();
  expect(await page.evaluate(MOVING)).toEqual([]);
  await close();
});

test('with forced colours, what is chosen is told apart by a frame', async () => {
  const { page, close } = await world.open(at('/link'), { forcedColors: 'active' });
  await settled(page);
  const frameOf = (selector: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).borderTopWidth`);
  expect(await frameOf('.nav-item[aria-current]')).toBe('2px');
  expect(await frameOf('.preset[aria-pressed="true"]')).toBe('2px');
  const groundOf = (selector: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
  expect(await groundOf('.nav-item[aria-current]')).toBe(await groundOf('body'));
  expect(await violationsOf(page)).toEqual([]);
  await close();
});

test.each(['light', 'dark'] as const)(
  'more contrast has no fault in %s, and lines are as dark as text',
  async (theme) => {
    const { page, close } = await world.open(at('/w/settings/members'), { contrast: 'more', theme });
    await settled(page);
    expect(await violationsOf(page)).toEqual([]);
    await close();
  },
);

const BAR = `(() => {
  const bar = document.querySelector('progress');
  return [bar.matches(':indeterminate'), getComputedStyle(bar).backgroundImage !== 'none'];
})()`;

test.each(['none', 'active'] as const)(
  'a bar whose end is not known is not empty (forced colours: %s)',
  async (forcedColors) => {
    const { page, close } = await world.open('/app/icon.svg', { forcedColors });
    await page.route('**/x/**/imports', async (route) => {
      const job = { id: 'a', source: 'csv', state: 'checking', fileName: 'links.csv', total: null };
      await route.fulfill({ json: { job: { ...job, counts: {} }, imports: [] } });
    });
    await page.goto(world.product.url + at('/w/settings/imports'));
    await page.getByText('Checking “links.csv” …').waitFor();
    expect(await page.evaluate(BAR)).toEqual([true, true]);
    await close();
  },
);

/** How far the current section stands from the faded end of the row, in pixels. */
const BEFORE_FADE = `(() => {
  const row = document.querySelector('.settings-nav').getBoundingClientRect();
  return row.right - document.querySelector('.settings-nav [aria-current]').getBoundingClientRect().right;
})()`;

test('on a phone the row of settings fades where it goes on, and the current one does not', async () => {
  const { page, close } = await world.open('/app/icon.svg', { width: 320, language: 'de' });
  for (const section of ['workspace', 'domains', 'imports', 'my-tokens']) {
    await page.goto(world.product.url + at(`/w/settings/${section}`));
    await settled(page);
    expect(await page.evaluate<number>(BEFORE_FADE)).toBeGreaterThanOrEqual(16);
  }
  await close();
});

test('days are labelled UTC, and numbers are written as the language writes them', async () => {
  const { page, close } = await world.open(at('/link'), { language: 'de' });
  await settled(page);
  await page.getByText(/Tage in UTC/).waitFor();
  await page.getByText(/^\d{2}\.\d{2}\.\d{4} bis \d{2}\.\d{2}\.\d{4}/).waitFor();
  await close();
});

/** How many lines of a chart end in a day that is not over. */
const UNFINISHED = `[document.querySelectorAll('.line-unfinished').length, document.querySelectorAll('.mark-hollow').length]`;

test('a line to today is drawn as unfinished, one to yesterday is not', async () => {
  const { page, close } = await world.open(at('/link'));
  const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const shown = async (path: string) => {
    await page.goto(world.product.url + path);
    await page.locator('.line-human .line').first().waitFor({ state: 'attached' });
    return page.evaluate<number[]>(UNFINISHED);
  };
  expect(await shown(at('/link'))).toEqual([3, 3]);
  expect(await shown(`${at('/link')}?from=${dayAgo(9)}&to=${dayAgo(2)}`)).toEqual([0, 0]);
  // the days of the earlier period are over
  expect(await shown(at('/w/campaigns?campaign=summer&compare=before'))).toEqual([1, 1]);
  await close();
});

test('on the narrowest phone the form of a link with a long name is no wider than its dialog', async () => {
  const slug = 'a-name-that-somebody-typed_without_a_place_to_break';
  await world.v1('POST', '/urls', { url: 'https://example.com/', slug, tags: ['a tag of many words'] });
  const { page, close } = await world.open(at('/w/links'), { width: 320, language: 'de' });
  const row = page.getByRole('row', { name: new RegExp(`/${slug} `) });
  await row.getByRole('button', { name: /^Aktionen für/ }).click();
  await page.getByRole('menuitem', { name: 'Bearbeiten' }).click();
  await page.getByRole('dialog').locator('summary', { hasText: 'Tags' }).waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  await close();
});

/** Heights of the page's text and of a chart's labels, in pixels. */
const LETTERS = `[document.querySelector('.chart-frame h2'), document.querySelector('.chart-tick')]
  .map((element) => element.getBoundingClientRect().height)`;

test('on a 4K screen the labels of charts grow with the letters of the page, and a pointer finds its day', async () => {
  const { page, close } = await world.open(at('/link'));
  const look = async (width: number, height: number) => {
    await page.setViewportSize({ width, height });
    await page.goto(world.product.url + at('/link'));
    await page.locator('.chart-frame .line-human .line').first().waitFor({ state: 'attached' });
    const [text = 0, label = 0] = await page.evaluate<number[]>(LETTERS);
    return label / text;
  };
  const usual = await look(1280, 800);
  expect((await look(3840, 2160)) / usual).toBeCloseTo(1, 1);
  const chart = page.locator('.explorer').first();
  const box = await chart.boundingBox();
  if (!box) throw new Error('no chart');
  // a third from the left, in a chart of 30 days
  await page.mouse.move(box.x + box.width / 3, box.y + 60);
  const day = Number(await chart.getAttribute('aria-valuenow'));
  expect(day).toBeGreaterThan(7);
  expect(day).toBeLessThan(13);
  await close();
});

const BROKEN = `[...document.querySelectorAll('.campaign-links th a')].flatMap((link) =>
  [...link.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent !== '').filter((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getClientRects().length > 1;
  }).map((node) => node.textContent))`;

test('on the narrowest phone the long host of a campaign’s link breaks at its dots', async () => {
  const long = 'links.marketing.northernexample.co.uk';
  const { page, close } = await world.open(at('/w/links'), { width: 320, language: 'de' });
  await page.route('**/urls?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(
      `"zoneDomain":"${world.product.zone}"`,
      `"zoneDomain":"${long}"`,
    );
    await route.fulfill({ response, body });
  });
  await page.goto(world.product.url + at('/w/campaigns?campaign=summer'));
  const link = page.locator('.campaign-links tbody th').first();
  await link.getByText('Weiterleitungen insgesamt').waitFor();
  expect(await link.getByRole('link').innerText()).toContain(long);
  expect(await page.evaluate<string[]>(BROKEN)).toEqual([]);
  await close();
});

const OVERLAPPING = `(() => {
  const boxes = [...document.querySelectorAll('.chart-frame .chart-tick[y]')]
    .filter((tick) => /\\d{4}$/.test(tick.textContent)).map((tick) => tick.getBoundingClientRect());
  return [boxes.length > 1, boxes.filter(({ left }, index) => index > 0 && left < boxes[index - 1].right).length];
})()`;

test('on a phone the months below a chart of years stand apart', async () => {
  const { page, close } = await world.open(`${at('/link')}?from=2020-01-01&to=2026-11-24`, {
    width: 360,
    language: 'de',
  });
  await page.locator('.line-human .line').first().waitFor({ state: 'attached' });
  expect(await page.evaluate(OVERLAPPING)).toEqual([true, 0]);
  await close();
});

/** Fields of days and times that are narrower than what they show. */
const CUT_OFF = `[...document.querySelectorAll('input:is([type=date], [type=time], [type=datetime-local])')]
  .filter((field) => field.checkVisibility()).map((field) => {
    const { width } = field.getBoundingClientRect();
    const style = field.getAttribute('style') ?? '';
    field.style = 'position: absolute; width: max-content; max-width: none';
    const wanted = field.getBoundingClientRect().width;
    field.style = style;
    return { name: field.labels[0]?.innerText, width, wanted };
  }).filter(({ width, wanted }) => wanted > width + 0.5)`;

describe('fields of days and times', () => {
  const pages: Awaited<ReturnType<typeof world.open>>[] = [];
  beforeAll(async () => {
    for (const path of ['/link', '/w/campaigns', '/w/links?new'])
      pages.push(await world.open(at(path), { width: 360, language: 'de' }));
    await pages[2]?.page.getByRole('dialog').locator('summary', { hasText: 'Beginn' }).click();
  });
  afterAll(async () => {
    for (const { close } of pages) await close();
  });

  test.each([320, 360, 390, 480, 600, 820, 1024, 1280])(
    'in a window of %i pixels fields of days and times show all of them',
    async (width) => {
      // in English a moment with AM or PM is wider than the narrowest phone
      for (const { page } of width < 360 ? pages.slice(0, 2) : pages) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate(DRAWN);
        await settled(page);
        expect(await page.locator('input[type^=date]:visible').count()).toBeGreaterThan(1);
        expect(await page.evaluate(CUT_OFF)).toEqual([]);
      }
    },
  );
});

const BELOW_WINDOW = `document.querySelector('[role=menu]').getBoundingClientRect().bottom - innerHeight`;

test.each([360, 1280])('the menu of the last row is whole in a window of %i pixels', async (width) => {
  const { page, close } = await world.open(at('/w/links'), { width, height: 600 });
  await settled(page);
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page
    .getByRole('button', { name: /^Actions for/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  expect(await page.evaluate<number>(BELOW_WINDOW)).toBeLessThan(1);
  await close();
});
