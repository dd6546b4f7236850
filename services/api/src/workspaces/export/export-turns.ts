// Bounds the exports that are sent at once: one of a person, and a few of the process, because each reads stores for as
// long as its client takes to fetch it.

export type ExportTurns = {
  /** Undefined: there is no turn now. Else what gives the turn back, once or more. */
  take: (userId: string) => (() => void) | undefined;
};

const AT_ONCE = 4;

export function makeExportTurns(atOnce = AT_ONCE): ExportTurns {
  const people = new Set<string>();
  return {
    take: (userId) => {
      if (people.has(userId) || people.size >= atOnce) return undefined;
      people.add(userId);
      return () => void people.delete(userId);
    },
  };
}
