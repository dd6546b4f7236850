// A chart with its title, its numbers as a table one key (T) or button away, and its files: CSV, SVG and PNG.

import { BYTE_ORDER_MARK } from '@kurz/csv';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../i18n/texts';
import { Icon } from '../ui/icon';
import { Menu, MenuItem } from '../ui/menu';
import { toast } from '../ui/toast';
import { type ChartData, csvOf } from './chart-data';
import { pngOf, saveFile, svgTextOf } from './chart-file';
import { ChartTable } from './chart-table';
import { chartsTexts } from './charts-texts';
import './charts.css';

type Props = {
  title: string;
  /** The beginning of file names. */
  fileName: string;
  data: ChartData;
  /** Whether the table shows each row's share of the whole. */
  hasShare?: boolean;
  note?: ReactNode;
  className?: string;
  children: ReactNode;
};

export function ChartFrame({
  title,
  fileName,
  data,
  hasShare = false,
  note,
  className = '',
  children,
}: Props) {
  const t = useTexts(chartsTexts);
  const [isTable, setTable] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 't' || event.ctrlKey || event.metaKey || event.altKey) return;
    setTable(!isTable);
    // the focused element may be removed with the other view
    button.current?.focus();
  };
  const saveCsv = () =>
    saveFile(`${fileName}.csv`, new Blob([BYTE_ORDER_MARK, csvOf(data)], { type: 'text/csv;charset=utf-8' }));
  const saveDrawing = async (kind: 'svg' | 'png') => {
    const svg = frame.current?.querySelector<SVGSVGElement>('svg.chart');
    if (!svg) return;
    const text = svgTextOf(svg, title);
    const { width, height } = svg.viewBox.baseVal;
    const file =
      kind === 'svg' ? new Blob([text], { type: 'image/svg+xml' }) : await pngOf(text, { width, height });
    saveFile(`${fileName}.${kind}`, file);
  };
  const save = (kind: 'svg' | 'png') => void saveDrawing(kind).catch(() => toast(t.noImage));
  return (
    <figure ref={frame} className={`card chart-frame ${className}`} onKeyDown={onKeyDown}>
      <figcaption className="chart-head">
        <h2>{title}</h2>
        <button
          ref={button}
          type="button"
          className="icon-button"
          aria-label={`${isTable ? t.showChart : t.showTable}: ${title}`}
          aria-keyshortcuts="t"
          onClick={() => setTable(!isTable)}
        >
          <Icon name={isTable ? 'chart' : 'table'} />
        </button>
        <Menu className="chart-menu" label={t.download(title)} face={<Icon name="download" />}>
          <MenuItem onChoose={saveCsv}>{'CSV'}</MenuItem>
          {!isTable && <MenuItem onChoose={() => save('svg')}>{'SVG'}</MenuItem>}
          {!isTable && <MenuItem onChoose={() => save('png')}>{'PNG'}</MenuItem>}
        </Menu>
      </figcaption>
      {isTable ? <ChartTable title={title} data={data} hasShare={hasShare} /> : children}
      {note && <div className="hint">{note}</div>}
    </figure>
  );
}
