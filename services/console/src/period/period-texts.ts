import { catalogue } from '../i18n/texts';

export const periodTexts = catalogue(
  {
    range: 'Days shown',
    '7d': '7 days',
    '30d': '30 days',
    '90d': '90 days',
    '12m': '12 months',
    all: 'All',
    from: 'From',
    to: 'To',
    apply: 'Show',
    fromAfterTo: 'The first day is after the last.',
    noDay: 'Please choose both days.',
    window: (from: string, to: string) => `${from} to ${to}, days of UTC`,
    clamped: (days: string, first: string) =>
      `The workspace's plan shows the last ${days} days. Days before ${first} are not shown; nothing of them was deleted.`,
    allBeforeWindow: (days: string) =>
      `The workspace's plan shows the last ${days} days. All of the chosen days are older.`,
    todayLive: 'Live: visits are added within seconds.',
    final: 'Final: these days are over and fully counted.',
    degraded:
      'The analytics store does not answer. Only live counts of today and yesterday are shown. Older days are missing, not zero.',
    refused: (when: string) => `The figures could not be read again. Those shown are of ${when}.`,
    unavailable: 'Statistics cannot be read right now',
    unavailableHint:
      'The analytics store does not answer. Links go on redirecting, and their visits are counted once it is back.',
  },
  {
    range: 'Gezeigte Tage',
    '7d': '7 Tage',
    '30d': '30 Tage',
    '90d': '90 Tage',
    '12m': '12 Monate',
    all: 'Alle',
    from: 'Von',
    to: 'Bis',
    apply: 'Zeigen',
    fromAfterTo: 'Der erste Tag liegt nach dem letzten.',
    noDay: 'Bitte wählen Sie beide Tage.',
    window: (from: string, to: string) => `${from} bis ${to}, Tage in UTC`,
    clamped: (days: string, first: string) =>
      `Der Tarif des Workspace zeigt die letzten ${days} Tage. Tage vor dem ${first} werden nicht gezeigt; gelöscht wurde nichts davon.`,
    allBeforeWindow: (days: string) =>
      `Der Tarif des Workspace zeigt die letzten ${days} Tage. Alle gewählten Tage sind älter.`,
    todayLive: 'Live: Besuche kommen binnen Sekunden hinzu.',
    final: 'Endgültig: Diese Tage sind vorbei und vollständig gezählt.',
    degraded:
      'Die Statistik-Datenbank antwortet nicht. Gezeigt werden nur die Live-Zahlen von heute und gestern. Ältere Tage fehlen, sie sind nicht null.',
    refused: (when: string) => `Die Zahlen ließen sich nicht erneut lesen. Die gezeigten sind von ${when}.`,
    unavailable: 'Die Statistik lässt sich gerade nicht lesen',
    unavailableHint:
      'Die Statistik-Datenbank antwortet nicht. Links leiten weiter, und ihre Besuche werden gezählt, sobald sie wieder da ist.',
  },
);
