// The alerts of the service levels, evaluated by Prometheus's own tool over synthetic series: an outage pages within
// minutes and the alert ends with it, a slow burn is a ticket, and what the budget bears raises nothing.

import path from 'node:path';
import { at, ROOT, textOf } from './deploy-files';
import { itWith, prometheusTool, ran } from './deploy-tools';
import { inputSeries, rules, runRulesTest } from './evaluate-alerts';

/** A number of minutes, and the bad part of each. */
type Phase = { minutes: number; bad: number };
type Level = {
  name: string;
  /** Series of a service level, in which the part `bad` of each minute violates it. */
  seriesOf: (phases: readonly Phase[]) => Record<string, string>;
};

const A_MINUTE = 6_000;
const GOLDEN = 0.618_033_988_7;

/** A counter that grows by `part` of 6,000 each minute, in promtool's notation. */
function counterOf(phases: readonly Phase[], part: (phase: Phase) => number): string {
  let total = 0;
  const words: string[] = [];
  for (const phase of phases) {
    const step = Math.round(A_MINUTE * part(phase));
    words.push(`${total}+${step}x${phase.minutes - 1}`);
    total += step * phase.minutes;
  }
  return words.join(' ');
}

const LEVELS: Level[] = [
  {
    name: 'RedirectAvailability',
    seriesOf: (phases) => ({
      'kurz_redirector_answers_total{kind="redirect"}': counterOf(phases, ({ bad }) => 1 - bad),
      'kurz_redirector_answers_total{kind="unavailable"}': counterOf(phases, ({ bad }) => bad),
    }),
  },
  {
    name: 'RedirectLatency',
    seriesOf: (phases) => ({
      'kurz_redirector_answer_seconds_bucket{le="0.025"}': counterOf(phases, ({ bad }) => 1 - bad),
      kurz_redirector_answer_seconds_count: counterOf(phases, () => 1),
    }),
  },
  {
    name: 'StatsFreshness',
    seriesOf: (phases) => {
      // bad samples are spread evenly over the time, at any step of evaluation
      const stale = phases.flatMap(({ minutes, bad }) =>
        Array.from({ length: minutes }, (_, minute) => ((minute * GOLDEN) % 1 < bad ? 90 : 0)),
      );
      return {
        'kurz_ingester_stale_seconds{consumer="live"}': stale.join(' '),
        kurz_ship_oldest_unshipped_seconds: stale.map(() => 1).join(' '),
      };
    },
  },
];

/** How promtool expects an alert that fires. */
function firing(name: string) {
  const rule = rules.find((each) => textOf(at(each, 'alert')) === name);
  if (!rule) throw new Error(`there is no alert ${name}`);
  const [summary, runbook] = ['summary', 'runbook'].map((key) => textOf(at(rule, 'annotations', key)));
  return [
    {
      exp_labels: { severity: textOf(at(rule, 'labels', 'severity')) },
      exp_annotations: { summary, runbook },
    },
  ];
}

type Expected = { at: string; fires: string[] };

/**
 * Evaluates every `interval`; all expected moments lie on its grid. The rules have no `for`, so a coarse interval loses
 * nothing.
 */
function evaluate(
  level: Level,
  interval: '10m' | '1h',
  phases: readonly Phase[],
  expected: readonly Expected[],
): string {
  const names = ['BurnsFast', 'BurnsSlowly'].map((burns) => `${level.name}${burns}`);
  const own = rules.filter((rule) => names.includes(textOf(at(rule, 'alert'))));
  return runRulesTest(own, {
    evaluation_interval: interval,
    tests: [
      {
        interval: '1m',
        input_series: inputSeries(level.seriesOf(phases)),
        alert_rule_test: expected.flatMap((moment) =>
          names.map((alertname) => ({
            eval_time: moment.at,
            alertname,
            exp_alerts: moment.fires.some((burns) => alertname.endsWith(burns)) ? firing(alertname) : [],
          })),
        ),
      },
    ],
  });
}

const DAY = 1_440;

describe.each(LEVELS)('$name', (level) => {
  const test = itWith(prometheusTool());

  test('an outage pages while it lasts, and not any more when it is over', () => {
    const phases = [
      { minutes: 7 * 60, bad: 0 },
      { minutes: 40, bad: 1 },
      { minutes: 120, bad: 0 },
    ];
    expect(
      evaluate(level, '10m', phases, [
        { at: '6h50m', fires: [] },
        { at: '7h20m', fires: ['BurnsFast', 'BurnsSlowly'] },
        // the budget of days is hurt for longer than somebody has to be awake
        { at: '8h50m', fires: ['BurnsSlowly'] },
      ]),
    ).toBe('as expected');
  });

  test('a slow burn is a ticket and no page', () => {
    const budget = level.name === 'RedirectAvailability' ? 0.001 : 0.01;
    expect(
      evaluate(level, '1h', [{ minutes: 2 * DAY, bad: 4 * budget }], [{ at: '47h', fires: ['BurnsSlowly'] }]),
    ).toBe('as expected');
  });

  test('what the budget bears raises nothing', () => {
    const budget = level.name === 'RedirectAvailability' ? 0.001 : 0.01;
    expect(evaluate(level, '1h', [{ minutes: 4 * DAY, bad: budget / 2 }], [{ at: '95h', fires: [] }])).toBe(
      'as expected',
    );
  });
});

itWith(prometheusTool())('Prometheus itself takes all rules', () => {
  const file = path.join(ROOT, 'deploy', 'prometheus', 'alerts.yml');
  expect(ran(prometheusTool(), 'check', 'rules', file)).toMatchObject({ ok: true });
});
