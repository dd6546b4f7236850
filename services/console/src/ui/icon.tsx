// Line icons of 20 × 20, inline so that a page loads none. All are decorative: a text has their meaning.

const PATHS = {
  link: 'M8.5 11.5a3 3 0 0 0 4.2 0l2.8-2.8a3 3 0 0 0-4.2-4.2l-1 1m1.2 3a3 3 0 0 0-4.2 0l-2.8 2.8a3 3 0 0 0 4.2 4.2l1-1',
  campaign: 'M3 16V4m0 12h14M6.5 13V9m4 4V6m4 7v-3',
  settings: 'M3 6h8m4 0h2M3 14h2m4 0h8M13 4v4M7 12v4',
  person: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6 7c.8-3 3-4.5 6-4.5s5.2 1.5 6 4.5',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Zm4-1.5 4 4',
  close: 'm5 5 10 10M15 5 5 15',
  chevrons: 'm7 8 3-3 3 3m-6 4 3 3 3-3',
  down: 'm6 8 4 4 4-4',
  up: 'm6 12 4-4 4 4',
  copy: 'M7 7V4h9v9h-3M4 7h9v9H4V7Z',
  check: 'm4 10.5 4 4 8-9',
  plus: 'M10 4v12M4 10h12',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  qr: 'M4 4h5v5H4V4Zm7 0h5v5h-5V4ZM4 11h5v5H4v-5Zm7 0h2v2h-2v-2Zm3 3h2v2h-2v-2Z',
  chart: 'M3 16h14M5 13l3.5-4 3 2.5L16 5',
  pause: 'M7 5v10m6-10v10',
  play: 'm7 5 8 5-8 5V5Z',
  edit: 'M4 16h3l8.5-8.5-3-3L4 13v3Z',
  trash: 'M4 6h12M8 6V4h4v2m-6 0 .7 10h6.6L14 6',
  warning: 'M10 4 3 16h14L10 4Zm0 5v3m0 2v.01',
  table: 'M3 5h14v10H3V5Zm0 4h14M8 5v10',
  download: 'M10 4v8m-3.5-3L10 12.5 13.5 9M4 16h12',
  list: 'M7 5h10M7 10h10M7 15h10M3 5h.01M3 10h.01M3 15h.01',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
