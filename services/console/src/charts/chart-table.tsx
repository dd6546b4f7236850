// The numbers of a chart as a table, with their sums.

import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { type ChartData, totalsOf } from './chart-data';
import { chartsTexts } from './charts-texts';

/** True for days and hours, whose names must not wrap. */
const isMoment = (key: string) => /^\d{4}-\d\d-\d\d/.test(key);

type Props = { title: string; data: ChartData; hasShare: boolean };

export function ChartTable({ title, data, hasShare }: Props) {
  const t = useTexts(chartsTexts);
  const format = useFormat();
  const totals = totalsOf(data);
  const shareOf = (values: readonly number[]) => format.percent((values[0] ?? 0) / (totals[0] || 1));
  return (
    <div className="chart-table" role="region" aria-label={t.table(title)} tabIndex={0}>
      <table className="table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{data.head}</th>
            {data.columns.map((column) => (
              <th key={column} scope="col" className="number">
                {column}
              </th>
            ))}
            {hasShare && (
              <th scope="col" className="number">
                {t.share}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {data.rows.map(({ key, name, values }) => (
            <tr key={key}>
              <th scope="row">{isMoment(key) ? <time dateTime={key}>{name}</time> : name}</th>
              {values.map((value, column) => (
                <td key={data.columns[column]} className="number">
                  {format.number(value)}
                </td>
              ))}
              {hasShare && <td className="number">{shareOf(values)}</td>}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t.sum}</th>
            {totals.map((total, column) => (
              <td key={data.columns[column]} className="number">
                {format.number(total)}
              </td>
            ))}
            {hasShare && <td className="number">{totals[0] ? format.percent(1) : ''}</td>}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
