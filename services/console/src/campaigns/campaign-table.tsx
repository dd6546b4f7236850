// The campaigns of a period, most clicks first; each leads to its tags, days and links.

import { BYTE_ORDER_MARK } from '@kurz/csv';
import { useState } from 'react';
import { Link as PageLink } from 'wouter';
import { csvOf } from '../charts/chart-data';
import { saveFile } from '../charts/chart-file';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { campaignsTexts } from './campaigns-texts';
import { useChangeText } from './change-text';
import type { ComparedCampaign } from './report-data';

const SHOWN = 50;
const UNKNOWN = '–';

type Props = {
  rows: readonly ComparedCampaign[];
  total: number;
  isCompared: boolean;
  fileName: string;
  /** The address of a campaign's page. */
  hrefOf: (campaign: string) => string;
};

function Row({ row, isCompared, href }: { row: ComparedCampaign; isCompared: boolean; href: string }) {
  const t = useTexts(campaignsTexts);
  const format = useFormat();
  const changeText = useChangeText();
  const { campaign, linkCount, humanClicks, qrScans, before } = row;
  return (
    <tr>
      <th scope="row">
        <PageLink href={href}>{campaign === '' ? t.noTag : campaign}</PageLink>
      </th>
      <td className="number cell-links">{format.number(linkCount)}</td>
      <td className="number">{format.number(humanClicks)}</td>
      <td className="number">{format.number(qrScans)}</td>
      {isCompared && <td className="number">{before === undefined ? UNKNOWN : format.number(before)}</td>}
      {isCompared && (
        <td className="number">{before === undefined ? UNKNOWN : changeText(humanClicks, before)}</td>
      )}
    </tr>
  );
}

export function CampaignTable({ rows, total, isCompared, fileName, hrefOf }: Props) {
  const t = useTexts(campaignsTexts);
  const format = useFormat();
  const [shown, setShown] = useState(SHOWN);
  const columns = [t.links, t.humans, t.scans, ...(isCompared ? [t.earlier] : [])];
  const hidden = Math.max(0, rows.length - shown);
  const save = () => {
    const csvRows = rows.map(({ campaign, linkCount, humanClicks, qrScans, before = '' }) => ({
      key: campaign,
      values: [linkCount, humanClicks, qrScans, ...(isCompared ? [before] : [])],
    }));
    const text = csvOf({ head: t.campaign, columns, rows: csvRows });
    saveFile(`${fileName}.csv`, new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' }));
  };
  return (
    <div className="card campaign-table">
      <div className="chart-head">
        <h2 id="campaign-table">{t.table}</h2>
        <Button onClick={save}>
          <Icon name="download" />
          {t.csv}
        </Button>
      </div>
      <div className="scrolling" role="region" aria-labelledby="campaign-table" tabIndex={0}>
        <table className="table" aria-labelledby="campaign-table">
          <thead>
            <tr>
              <th scope="col">{t.campaign}</th>
              {columns.map((column) => (
                <th key={column} scope="col" className={column === t.links ? 'number cell-links' : 'number'}>
                  {column}
                </th>
              ))}
              {isCompared && (
                <th scope="col" className="number">
                  {t.change}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row) => (
              <Row key={row.campaign} row={row} isCompared={isCompared} href={hrefOf(row.campaign)} />
            ))}
          </tbody>
        </table>
      </div>
      {hidden > 0 && (
        <Button onClick={() => setShown(shown + SHOWN)}>
          {t.showMore(format.number(Math.min(hidden, SHOWN)))}
        </Button>
      )}
      {total > rows.length && (
        <p className="hint">{t.listed(format.number(rows.length), format.number(total))}</p>
      )}
    </div>
  );
}
