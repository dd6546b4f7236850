// Display names for the keys of the lists: names of countries and languages, and translations of the API's own words.

import { useMemo } from 'react';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { visitorTexts } from './visitor-texts';

export function useKeyNames() {
  const t = useTexts(visitorTexts);
  const format = useFormat();
  return useMemo(() => {
    const devices = new Map<string, string>([
      ['desktop', t.desktop],
      ['mobile', t.mobile],
      ['tablet', t.tablet],
      ['tv', t.tv],
      ['console', t.console],
      ['other', t.other],
    ]);
    const referrers = new Map<string, string>([
      ['~direct', t.direct],
      ['~other', t.otherKeys],
    ]);
    return {
      country: (key: string) => (key === 'unknown' ? t.unknown : format.country(key)),
      referrer: (key: string) => referrers.get(key) ?? key,
      device: (key: string) => devices.get(key) ?? key,
      family: (key: string) => (key === 'other' ? t.other : key),
      language: (key: string) => (key === '~other' ? t.otherKeys : format.language(key)),
    };
  }, [t, format]);
}
