// A change in words: the difference, absolute and in percent.

import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { campaignsTexts } from './campaigns-texts';
import { changeOf } from './report-data';

/** `12 more (+35 %)`, `8 fewer (−20 %)`, `as many`. */
export function useChangeText(): (now: number, before: number) => string {
  const t = useTexts(campaignsTexts);
  const format = useFormat();
  return (now, before) => {
    const { by, part } = changeOf(now, before);
    const amount = format.number(Math.abs(by));
    if (by === 0) return t.same;
    if (part === undefined) return t.moreThanNone(amount);
    const share = `${by > 0 ? '+' : '−'}${format.percent(Math.abs(part))}`;
    return by > 0 ? t.more(amount, share) : t.fewer(amount, share);
  };
}
