import { catalogue } from '../i18n/texts';

export const chartsTexts = catalogue(
  {
    showTable: 'Show as table',
    showChart: 'Show as chart',
    download: (title: string) => `Download: ${title}`,
    sum: 'Sum',
    share: 'Share',
    hint: 'Arrow keys or touch read single values; T shows the table.',
    more: (count: string) => `${count} more in the table`,
    table: (title: string) => `${title}, table`,
    noImage: 'The browser could not draw the picture.',
    none: 'Nothing in this window.',
  },
  {
    showTable: 'Als Tabelle zeigen',
    showChart: 'Als Diagramm zeigen',
    download: (title: string) => `Herunterladen: ${title}`,
    sum: 'Summe',
    share: 'Anteil',
    hint: 'Pfeiltasten oder Berührung lesen einzelne Werte; T zeigt die Tabelle.',
    more: (count: string) => `${count} weitere in der Tabelle`,
    table: (title: string) => `${title}, Tabelle`,
    noImage: 'Der Browser konnte das Bild nicht zeichnen.',
    none: 'Nichts in diesem Zeitraum.',
  },
);
