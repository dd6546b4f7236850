// The outcome of each link of a bulk action.

import type { Link } from '../api/types';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { addressOf, shortNameOf } from '../link/link-address';
import { useErrorText } from '../ui/error-text';
import type { Outcome } from './change-links';
import { linksTexts } from './links-texts';

/** By link id. Missing links are still waiting. */
export type Outcomes = ReadonlyMap<string, Outcome>;
type Props = { links: readonly Link[]; outcomes: Outcomes };

/** The outcomes in one sentence. */
export function OutcomeSum({ links, outcomes }: Props) {
  const t = useTexts(linksTexts);
  const format = useFormat();
  const failed = [...outcomes.values()].filter(({ error }) => error !== undefined).length;
  return (
    <p role="status">
      {t.doneOf(format.number(outcomes.size - failed), format.number(links.length))}
      {failed > 0 && `, ${t.failedOf(format.number(failed))}`}
    </p>
  );
}

export function OutcomeList({ links, outcomes }: Props) {
  const t = useTexts(linksTexts);
  const textOf = useErrorText();
  return (
    <ul className="outcomes" tabIndex={0} aria-label={t.bulk}>
      {links.map((link) => {
        const outcome = outcomes.get(link.id);
        const said = !outcome ? t.waiting : outcome.error === undefined ? t.done : textOf(outcome.error);
        const tone = outcome && (outcome.error === undefined ? 'outcome-good' : 'outcome-bad');
        return (
          <li key={link.id} className={tone}>
            <span>{shortNameOf(addressOf(link))}</span>
            <span>{said}</span>
          </li>
        );
      })}
    </ul>
  );
}
