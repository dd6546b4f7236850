import { counted } from '../i18n/counted';
import { catalogue } from '../i18n/texts';

export const batchTexts = catalogue(
  {
    title: 'Paste several links',
    lines: 'One address a line, 100 lines at most',
    linesHint:
      'After the address, a slug and a title may follow. Columns copied from a spreadsheet work as well.',
    count: (count: string) => counted(count, 'line', 'lines'),
    tooMany: (count: string) => `These are ${count} lines. At most 100 are created at once.`,
    create: 'Create links',
    created: (created: string, failed: string) => `${created} created, ${failed} refused`,
    results: 'What became of each line',
    refusedLeft: 'The refused lines are left in the field above. Correct them and create them again.',
    copyAll: 'Copy all short links',
    close: 'Close',
  },
  {
    title: 'Mehrere Links einfügen',
    lines: 'Je Zeile eine Adresse, höchstens 100 Zeilen',
    linesHint:
      'Nach der Adresse können ein Slug und ein Titel folgen. Auch kopierte Spalten einer Tabelle funktionieren.',
    count: (count: string) => counted(count, 'Zeile', 'Zeilen'),
    tooMany: (count: string) => `Das sind ${count} Zeilen. Höchstens 100 werden auf einmal angelegt.`,
    create: 'Links anlegen',
    created: (created: string, failed: string) => `${created} angelegt, ${failed} abgelehnt`,
    results: 'Was aus jeder Zeile wurde',
    refusedLeft:
      'Die abgelehnten Zeilen stehen noch im Feld darüber. Verbessern Sie sie, und legen Sie sie noch einmal an.',
    copyAll: 'Alle Kurzlinks kopieren',
    close: 'Schließen',
  },
);
