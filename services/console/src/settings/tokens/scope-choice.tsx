import { scopeValues } from '../../api/enums';
import type { components } from '../../api/schema';
import { useTexts } from '../../i18n/texts';
import { tokenTexts } from './token-texts';

export type Scope = components['schemas']['Scope'];

type Props = { legend: string; chosen: readonly Scope[]; onChoose: (scopes: Scope[]) => void };

/** A checkbox for each right. */
export function ScopeChoice({ legend, chosen, onChoose }: Props) {
  const t = useTexts(tokenTexts);
  return (
    <fieldset className="checks">
      <legend>{legend}</legend>
      {scopeValues.map((scope) => (
        <label key={scope} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChoose(scopeValues.filter((one) => (one === scope ? target.checked : chosen.includes(one))))
            }
          />
          {t[scope]}
        </label>
      ))}
    </fieldset>
  );
}
