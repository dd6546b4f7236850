import { catalogue } from '../i18n/texts';

export const visitorTexts = catalogue(
  {
    direct: 'Direct, no referrer',
    otherKeys: 'All others',
    unknown: 'Unknown',
    desktop: 'Desktop',
    mobile: 'Phone',
    tablet: 'Tablet',
    tv: 'TV',
    console: 'Game console',
    other: 'Other',
  },
  {
    direct: 'Direkt, ohne Herkunft',
    otherKeys: 'Alle übrigen',
    unknown: 'Unbekannt',
    desktop: 'Computer',
    mobile: 'Telefon',
    tablet: 'Tablet',
    tv: 'Fernseher',
    console: 'Spielkonsole',
    other: 'Andere',
  },
);
