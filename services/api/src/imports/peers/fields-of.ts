// Reads the fields of a JSON object that another shortener sent, whatever their types.

import { SourceFault, type ImportedLink } from '../import-source';
import { momentText } from '../moment-text';

export type Fields = {
  /** Undefined for a missing or an empty text. A number becomes its digits. */
  text: (name: string) => string | undefined;
  moment: (name: string) => string | undefined;
  flag: (name: string) => boolean;
  count: (name: string) => ImportedLink['history'];
  /** Strings, or objects with a name. */
  tags: (name: string) => string[];
  object: (name: string) => Fields;
  /** The objects of a list that must be there; throws SourceFault. */
  objects: (name: string) => Fields[];
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export function fieldsOf(value: unknown): Fields {
  const values = new Map<string, unknown>(isObject(value) ? Object.entries(value) : []);
  const text = (name: string) => {
    const one = values.get(name);
    if (typeof one === 'number') return String(one);
    return typeof one === 'string' && one !== '' ? one : undefined;
  };
  return {
    text,
    moment: (name) => {
      const one = text(name);
      return one === undefined ? undefined : momentText(one);
    },
    flag: (name) => values.get(name) === true || ['1', 'true'].includes(text(name) ?? ''),
    count: (name) => {
      const one = text(name);
      if (one === undefined) return { kind: 'none' };
      return /^\d{1,12}$/.test(one) ? { kind: 'total', count: Number(one) } : { kind: 'unreadable' };
    },
    tags: (name) => {
      const list: unknown = values.get(name);
      if (!Array.isArray(list)) return [];
      return list.flatMap((tag: unknown) =>
        typeof tag === 'string' ? tag : (fieldsOf(tag).text('name') ?? []),
      );
    },
    object: (name) => fieldsOf(values.get(name)),
    objects: (name) => objectsIn(values.get(name), `"${name}"`),
  };
}

/** The objects of an answer that is a list; throws SourceFault. */
export function objectsIn(list: unknown, what = 'a list of links'): Fields[] {
  if (!Array.isArray(list)) throw new SourceFault(`answers without ${what}`, 'strange');
  return list.map(fieldsOf);
}
