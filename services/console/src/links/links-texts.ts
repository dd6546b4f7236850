import { catalogue } from '../i18n/texts';

export const linksTexts = catalogue(
  {
    title: 'Links',
    newLink: 'New link',
    search: 'Search links',
    link: 'Short link',
    destination: 'Destination',
    hits: 'Redirects',
    state: 'State',
    active: 'Active',
    paused: 'Paused',
    restricted: 'Restricted',
    unsafe: 'Unsafe',
    count: (count: string) => `${count} links`,
    empty: 'No links yet',
    emptyHint: 'Paste a long address, get a short one with its QR code, and watch the visits arrive.',
    nothingFound: 'No link matches',
  },
  {
    title: 'Links',
    newLink: 'Neuer Link',
    search: 'Links suchen',
    link: 'Kurzlink',
    destination: 'Ziel',
    hits: 'Weiterleitungen',
    state: 'Zustand',
    active: 'Aktiv',
    paused: 'Pausiert',
    restricted: 'Eingeschränkt',
    unsafe: 'Unsicher',
    count: (count: string) => `${count} Links`,
    empty: 'Noch keine Links',
    emptyHint:
      'Fügen Sie eine lange Adresse ein, erhalten Sie eine kurze mit QR-Code, und sehen Sie die Besuche kommen.',
    nothingFound: 'Kein Link passt dazu',
  },
);
