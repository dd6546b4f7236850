// A labelled input with its hint and its error, tied together for screen readers.

import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'id' | 'className'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  onValue: (value: string) => void;
  /** Shown before the input, as part of it: a domain before a slug. */
  before?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
};

export function Field({ label, hint, error, onValue, before, inputRef, ...rest }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="input-row">
        {before && <span className="input-before">{before}</span>}
        <input
          {...rest}
          ref={inputRef}
          id={id}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onValue(event.target.value)}
        />
      </div>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
