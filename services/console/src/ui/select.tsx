// A labelled select: the browser's own element, so that phones show their picker.

import { type ReactNode, useId } from 'react';

type Props<T extends string> = {
  label: ReactNode;
  isLabelHidden?: boolean;
  isDisabled?: boolean;
  value: T;
  options: readonly { value: T; name: string }[];
  onValue: (value: T) => void;
};

export function Select<T extends string>({
  label,
  isLabelHidden,
  isDisabled,
  value,
  options,
  onValue,
}: Props<T>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={isDisabled}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen) onValue(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}
