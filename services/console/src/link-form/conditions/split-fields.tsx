// The destinations over which visitors are spread, with their weights.

import type { Variant } from '../../api/types';
import { useFormat } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { equalWeights, sumOfWeights } from './conditions-draft';
import { conditionsTexts } from './conditions-texts';
import { DestinationField } from './destination-field';
import { Refused } from './refused';
import { faultAt, type Fault } from './field-fault';
import { useFocusAfter } from './use-focus-after';

const MIN_VARIANTS = 2;
const MAX_VARIANTS = 10;
const ALL = 100;

type RowProps = {
  variant: Variant;
  number: string;
  onVariant: (variant: Variant) => void;
  /** Undefined when the destination cannot be removed. */
  onRemove: (() => void) | undefined;
  fault: Fault | undefined;
};

function VariantFields({ variant, number, onVariant, onRemove, fault }: RowProps) {
  const t = useTexts(conditionsTexts);
  const { url, weight } = variant;
  const isAtWeight = fault?.path === 'weight';
  return (
    <>
      <DestinationField
        label={t.variant(number)}
        url={url}
        onUrl={(typed) => onVariant({ ...variant, url: typed })}
        error={isAtWeight ? undefined : fault?.words}
      />
      <Field
        label={t.weight(number)}
        type="number"
        inputMode="numeric"
        min={1}
        max={99}
        step={1}
        value={Number.isFinite(weight) ? String(weight) : ''}
        onValue={(typed) => onVariant({ ...variant, weight: typed === '' ? NaN : Number(typed) })}
        error={isAtWeight ? fault.words : undefined}
      />
      {onRemove && <Button onClick={onRemove}>{t.removeVariant(number)}</Button>}
    </>
  );
}

type Props = {
  split: readonly Variant[];
  onSplit: (split: Variant[]) => void;
  /** Called when destinations have moved, so that the indexes in a refusal's path are outdated. */
  onReorder: () => void;
  /** The destination of the link. */
  url: string;
  fault: Fault | undefined;
};

export function SplitFields({ split, onSplit, onReorder, url, fault }: Props) {
  const t = useTexts(conditionsTexts);
  const format = useFormat();
  const { container, focusAfter } = useFocusAfter();
  const own = faultAt(fault, 'split');
  const sum = sumOfWeights(split);
  const set = (changed: Variant[], focused: string) => {
    onSplit(changed);
    onReorder();
    focusAfter(focused);
  };
  const start = () =>
    set(
      equalWeights(MIN_VARIANTS).map((weight, index) => ({ url: index === 0 ? url : '', weight })),
      `[data-variant="${url === '' ? 0 : 1}"] input`,
    );
  const shareEqually = () => {
    const weights = equalWeights(split.length);
    onSplit(split.map((variant, index) => ({ ...variant, weight: weights[index] ?? 0 })));
  };
  const remove = (index: number) =>
    set(
      split.filter((_, other) => other !== index),
      `[data-variant="${Math.min(index, split.length - 2)}"] input`,
    );
  if (split.length === 0)
    return (
      <div ref={container}>
        <Button data-add="" onClick={start}>
          {t.addSplit}
        </Button>
      </div>
    );
  return (
    <div ref={container}>
      <fieldset className="rule">
        <legend>{t.split}</legend>
        <p className="hint">{t.splitHint}</p>
        <Refused words={own?.path === '' ? own.words : undefined} />
        {split.map((variant, index) => (
          <div key={index} className="variant" data-variant={index}>
            <VariantFields
              variant={variant}
              number={format.number(index + 1)}
              onVariant={(changed) => onSplit(split.map((one, other) => (other === index ? changed : one)))}
              onRemove={split.length > MIN_VARIANTS ? () => remove(index) : undefined}
              fault={faultAt(own, `[${index}]`)}
            />
          </div>
        ))}
        <p role="status" className={sum === ALL ? 'hint' : 'notice notice-warning'}>
          {sum === ALL ? t.sum(format.number(sum)) : t.wrongSum(format.number(sum))}
        </p>
        <div className="rule-actions">
          {split.length < MAX_VARIANTS && (
            <Button
              onClick={() =>
                set(
                  [...split, { url: '', weight: sum < ALL ? ALL - sum : NaN }],
                  `[data-variant="${split.length}"] input`,
                )
              }
            >
              {t.addVariant}
            </Button>
          )}
          <Button onClick={shareEqually}>{t.shareEqually}</Button>
          <Button onClick={() => set([], '[data-add]')}>{t.removeSplit}</Button>
        </div>
      </fieldset>
    </div>
  );
}
