// The figures of a link: totals, days, hours, and lists by dimension, such as countries, referrers and devices.

import type { ScannedStats, Stats } from '../api/types';
import { BarList } from '../charts/bar-list';
import { ChartFrame } from '../charts/chart-frame';
import { HourStrip } from '../charts/hour-strip';
import { LineChart } from '../charts/line-chart';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { MapWhenSeen } from '../map/map-when-seen';
import { Tiles } from '../period/tiles';
import { useKeyNames } from '../visitor/key-names';
import { daysOf, hasHours, hoursOf, keysOf } from './stats-data';
import { statsTexts } from './stats-texts';

type Props = { stats: Stats; today: string };

/** With more days than this, the axis names months. */
const YEAR = 366;

/** A file name's beginning and part, without characters such as slashes. */
const fileNameOf = ({ zoneDomain, slug }: Stats, part: string) =>
  `${zoneDomain}-${slug}-${part}`.replaceAll(/[^A-Za-z0-9._-]/g, '_');

export function Totals({ stats: { totals } }: Pick<Props, 'stats'>) {
  const t = useTexts(statsTexts);
  const tiles = [
    { name: t.humans, value: totals.human, hint: t.humansHint },
    { name: t.scans, value: totals.qr, hint: t.scansHint },
    { name: t.bots, value: totals.bots, hint: t.botsHint },
    { name: t.requests, value: totals.requests, hint: t.requestsHint },
  ];
  return <Tiles label={t.totals} tiles={tiles} />;
}

export function DayChart({ stats, today }: { stats: ScannedStats; today: string }) {
  const t = useTexts(statsTexts);
  const format = useFormat();
  const columns = [t.humans, t.scans, t.bots, t.requests];
  const data = daysOf(stats, { head: t.day, columns, nameOf: format.day }, today);
  return (
    <ChartFrame
      title={t.daily}
      fileName={fileNameOf(stats, 'days')}
      data={data}
      note={stats.range.to === today && t.todayNote}
    >
      <LineChart
        label={t.daily}
        data={data}
        kinds={['human', 'scan', 'bot']}
        isUnfinished={stats.range.to === today}
        textOf={({ name, values: [humans = 0, scans = 0, bots = 0] }) =>
          t.dayText(name, format.number(humans), format.number(scans), format.number(bots))
        }
        tickOf={({ key }) => (data.rows.length > YEAR ? format.month(key) : format.shortDay(key))}
      />
    </ChartFrame>
  );
}

/** `14:00` of a timestamp, UTC. */
const clockOf = (start: string) => start.slice(11, 16);

export function HourChart({ stats, today }: Props) {
  const t = useTexts(statsTexts);
  const format = useFormat();
  if (!hasHours(stats, today)) return null;
  const nameOf = (start: string) => `${format.shortDay(start.slice(0, 10))}, ${clockOf(start)}`;
  const data = hoursOf(stats, { head: t.hour, columns: [t.humans], nameOf });
  return (
    <ChartFrame title={t.hourly} fileName={fileNameOf(stats, 'hours')} data={data} note={t.hourNote}>
      <HourStrip
        label={t.hourly}
        data={data}
        textOf={({ name, values: [humans = 0] }) => t.hourText(name, format.number(humans))}
        tickOf={({ key }) => clockOf(key)}
      />
    </ChartFrame>
  );
}

/** The list first: it has every country and all numbers; the map shows where they are. */
export function Countries({ stats }: Pick<Props, 'stats'>) {
  const t = useTexts(statsTexts);
  const { country } = useKeyNames();
  const data = keysOf(stats.geo, { head: t.countries, columns: [t.humans], nameOf: country });
  const fileName = fileNameOf(stats, 'countries');
  return (
    <div className="countries">
      <ChartFrame title={t.countries} fileName={fileName} data={data} hasShare>
        <BarList label={t.countries} data={data} />
      </ChartFrame>
      {data.rows.length > 0 && (
        <ChartFrame title={t.map} fileName={`${fileName}-map`} data={data} hasShare>
          <MapWhenSeen label={t.map} data={data} notOnMap={t.notOnMap} />
        </ChartFrame>
      )}
    </div>
  );
}

export function Lists({ stats }: Pick<Props, 'stats'>) {
  const t = useTexts(statsTexts);
  const names = useKeyNames();
  const lists = [
    { part: 'referrers', list: stats.referrers, nameOf: names.referrer },
    { part: 'devices', list: stats.devices, nameOf: names.device },
    { part: 'browsers', list: stats.browsers, nameOf: names.family },
    { part: 'systems', list: stats.os, nameOf: names.family },
    { part: 'languages', list: stats.languages, nameOf: names.language },
  ] as const;
  return (
    <div className="chart-lists">
      {lists.map(({ part, list, nameOf }) => {
        const data = keysOf(list, { head: t[part], columns: [t.humans], nameOf });
        return (
          <ChartFrame key={part} title={t[part]} fileName={fileNameOf(stats, part)} data={data} hasShare>
            <BarList label={t[part]} data={data} />
          </ChartFrame>
        );
      })}
      <Imported stats={stats} />
      <AllTime stats={stats} />
    </div>
  );
}

function Imported({ stats: { imported = [] } }: Pick<Props, 'stats'>) {
  const t = useTexts(statsTexts);
  const format = useFormat();
  if (imported.length === 0) return null;
  const count = imported.reduce((sum, { v }) => sum + v, 0);
  return <p className="hint">{t.imported(format.number(count), imported.map(({ k }) => k).join(', '))}</p>;
}

function AllTime({ stats: { allTime } }: Pick<Props, 'stats'>) {
  const t = useTexts(statsTexts);
  const format = useFormat();
  return (
    <section className="card all-time">
      <h2>{t.allTime}</h2>
      <p>{t.allTimeTotal(format.number(allTime.total))}</p>
      {allTime.preTracking > 0 && <p>{t.preTracking(format.number(allTime.preTracking))}</p>}
      <p className="hint">{t.trackingSince(format.day(allTime.trackingSince))}</p>
    </section>
  );
}
