// The days of a campaign, from those of its parts.

import type { DayClicks } from './campaign-report';

/** `days` ascend, and each part has its humans in their order. Gives the days with humans. */
export function seriesOf(
  days: readonly string[],
  parts: readonly { readonly humansByDay: readonly number[] }[],
): DayClicks[] {
  const humans = new Array<number>(days.length).fill(0);
  for (const { humansByDay } of parts) {
    for (let day = 0; day < humansByDay.length; day++)
      humans[day] = (humans[day] ?? 0) + (humansByDay[day] ?? 0);
  }
  const series: DayClicks[] = [];
  days.forEach((date, day) => {
    const human = humans[day] ?? 0;
    if (human > 0) series.push({ date, human });
  });
  return series;
}
