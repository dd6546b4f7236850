// How a statement's text carries the name under which the server keeps its plan.

const MARK = /^\/\* prepared (\w{1,63}) \*\//;

export const preparedAs = (name: string, text: string) => `/* prepared ${name} */ ${text}`;

/** The name that a statement's text carries, undefined for all others. */
export function preparedNameOf(text: string): string | undefined {
  return text.startsWith('/* prepared') ? MARK.exec(text)?.[1] : undefined;
}
