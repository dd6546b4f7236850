// Visitors whose answers are checked against the truth.

import { until } from '../../until';
import { startAskers, type Asked, type Askers } from './askers';
import type { LinkTruth } from './link-truth';

export type TruthVisitors = Askers & {
  answers: readonly Asked[];
  /** Answers with a state that visitors may not see. */
  faults: readonly string[];
  /** Resolves after so many more answers. */
  more: (count: number) => Promise<void>;
};

/** `next`: the path to request. */
export function startTruthVisitors(
  { truth, next }: { truth: LinkTruth; next: () => string },
  config: Parameters<typeof startAskers>[1],
): TruthVisitors {
  const answers: Asked[] = [];
  const faults: string[] = [];
  const onAnswer = (answer: Asked) => {
    answers.push(answer);
    const fault = truth.faultIn(answer);
    if (fault !== undefined) faults.push(fault);
  };
  const more = (count: number) => {
    const before = answers.length;
    return until(() => answers.length > before + count, { what: 'visitors are answered' });
  };
  return { ...startAskers({ next, onAnswer }, config), answers, faults, more };
}
