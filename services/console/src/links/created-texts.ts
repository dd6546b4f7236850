import { catalogue } from '../i18n/texts';

export const createdTexts = catalogue(
  {
    ready: 'Your link is ready',
    shortLink: 'Short link',
    open: 'Open it',
    designQr: 'Design the QR code',
    qrOf: (name: string) => `QR code of ${name}`,
    waiting: 'Waiting for the first visit …',
    waitingHint: 'Open the link or scan the code. The visit shows here within seconds.',
    arrived: (humans: string, bots: string) => `Visits so far: ${humans} by people, ${bots} by bots`,
    another: 'Another link',
    stats: 'To its statistics',
    close: 'Close',
  },
  {
    ready: 'Ihr Link ist fertig',
    shortLink: 'Kurzlink',
    open: 'Öffnen',
    designQr: 'QR-Code gestalten',
    qrOf: (name: string) => `QR-Code von ${name}`,
    waiting: 'Wartet auf den ersten Besuch …',
    waitingHint: 'Öffnen Sie den Link, oder scannen Sie den Code. Der Besuch erscheint hier binnen Sekunden.',
    arrived: (humans: string, bots: string) => `Besuche bisher: ${humans} von Menschen, ${bots} von Bots`,
    another: 'Noch ein Link',
    stats: 'Zu seiner Statistik',
    close: 'Schließen',
  },
);
