// An input for several values. Each typed value becomes a token that can be removed.

import { type ClipboardEvent, useRef, useState } from 'react';
import { Field } from '../ui/field';
import './tags.css';

type Props = {
  label: string;
  /** The label of the list of tokens. */
  listLabel: string;
  hint?: string;
  error?: string;
  values: readonly string[];
  onValues: (values: string[]) => void;
  /** The visible text of a token. */
  nameOf?: (value: string) => string;
  /** The value that a typed text stands for. */
  toValue?: (text: string) => string;
  /** Whether a text with commas is one value. */
  isKnown?: (text: string) => boolean;
  removeLabel: (name: string) => string;
  maxLength: number;
  /** The datalist that completes what is typed. */
  list: string;
};

const same = (text: string) => text;
const never = () => false;

export function TokenInput(props: Props) {
  const {
    label,
    listLabel,
    hint,
    error,
    values,
    onValues,
    nameOf = same,
    toValue = same,
    isKnown = never,
  } = props;
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const add = (...texts: readonly string[]) => {
    setTyped('');
    const named = texts.map((text) => text.trim()).filter((text) => text !== '');
    const all = [...new Set([...values, ...named.map(toValue)])];
    if (all.length > values.length) onValues(all);
  };
  /** Handles several pasted values, which the field would treat as one value and cut at its maximum length. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const pasted = event.clipboardData.getData('text');
    const text = value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? 0);
    const texts = text.split(/[,\t\r\n]/);
    if (texts.length === 1 || isKnown(text.trim())) return;
    event.preventDefault();
    add(...texts);
  };
  const remove = (value: string) => {
    onValues(values.filter((one) => one !== value));
    // the focused button is removed with its token
    input.current?.focus();
  };
  return (
    <div>
      <Field
        label={label}
        hint={hint}
        error={error}
        inputRef={input}
        value={typed}
        list={props.list}
        autoComplete="off"
        maxLength={props.maxLength}
        // on-screen keyboards report no key: their comma arrives with the text
        onValue={(text) => (text.endsWith(',') ? add(text.slice(0, -1)) : setTyped(text))}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && typed === '') onValues(values.slice(0, -1));
          if ((event.key !== 'Enter' && event.key !== ',') || typed.trim() === '') return;
          event.preventDefault();
          add(typed);
        }}
        onPaste={paste}
        onBlur={() => add(typed)}
      />
      {values.length > 0 && (
        <ul className="tag-list" aria-label={listLabel}>
          {values.map((value) => (
            <li key={value} className="tag">
              {nameOf(value)}
              <button
                type="button"
                aria-label={props.removeLabel(nameOf(value))}
                onClick={() => remove(value)}
              >
                {'×'}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
