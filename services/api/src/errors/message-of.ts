// The text of a refusal in the reader's language. Throws when a placeholder is not given: that is a fault in the code
// that refused, and the tests of every refusal find it.

import { catalogue, type Language } from './catalogue';
import { reasons } from './reasons';
import type { Refusal } from './refusal';

type Values = Readonly<Record<string, string | number>>;

/** Longest piece of a caller's own input that a text repeats. */
const MAX_QUOTED = 100;

export function filledText(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`nothing is given for {${name}} in "${text}"`);
    return String(value).slice(0, MAX_QUOTED);
  });
}

/** The field at fault, as the text names it; undefined when the refusal concerns no single field. */
export function fieldOf({ code, params }: Pick<Refusal, 'code' | 'params'>): string | undefined {
  const { field } = params;
  return code === 'VALIDATION_FAILED' && field !== undefined ? String(field).slice(0, MAX_QUOTED) : undefined;
}

/** One finished sentence or two; a `reason` among the params is put into words first. */
export function messageOf(refusal: Pick<Refusal, 'code' | 'params'>, language: Language): string {
  const { reason, ...values } = refusal.params;
  const text = catalogue[refusal.code][language];
  if (reason === undefined) return filledText(text, values);
  return filledText(text, { ...values, reason: filledText(reasons[reason][language], values) });
}
