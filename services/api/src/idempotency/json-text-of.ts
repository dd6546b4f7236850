// The JSON text of a body that was parsed, to be hashed: what JSON.stringify gives, however deep the body is nested.
// 1 MB holds half a million levels, which JSON.parse reads; JSON.stringify calls itself for each and runs out of stack
// at some thousands.

/** An array or object that is being written, innermost last; `names` are an object's. */
type Level = { names?: readonly string[]; values: readonly unknown[]; next: number };

function levelOf(value: unknown): Level | undefined {
  if (Array.isArray(value)) return { values: value, next: 0 };
  if (typeof value !== 'object' || value === null) return undefined;
  return { names: Object.keys(value), values: Object.values(value), next: 0 };
}

/** Keeps the open levels in a list. 1 MB takes it some 150 ms, where JSON.stringify takes 2 for what it can write. */
function textOfDeep(value: unknown): string {
  const open: Level[] = [];
  const begin = (begun: unknown): string => {
    const level = levelOf(begun);
    if (!level) return JSON.stringify(begun);
    open.push(level);
    return level.names ? '{' : '[';
  };
  const pieces = [begin(value)];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const { names, values, next } = level;
    if (next === values.length) {
      pieces.push(names ? '}' : ']');
      open.pop();
    } else {
      if (next > 0) pieces.push(',');
      if (names) pieces.push(JSON.stringify(names[next]), ':');
      level.next++;
      pieces.push(begin(values[next]));
    }
  }
  return pieces.join('');
}

/** `value` comes from JSON.parse: its objects have no methods and no cycles. */
export function jsonTextOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return textOfDeep(value);
    throw error;
  }
}
