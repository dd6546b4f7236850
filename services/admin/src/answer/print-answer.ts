// Prints how an admin command ended. Standard output carries the answer alone; with --json also that of a failure.

import type { AdminAnswer } from './admin-answer';
import { failureJson } from './failure-json';

export type PrintAnswer = (answer: AdminAnswer, options: { json?: boolean }) => void;

export type PrintAnswerDeps = {
  /** Standard output and standard error, a line each. */
  print: (line: string) => void;
  complain: (line: string) => void;
  /** Called when the command must end with a non-zero exit code. */
  fail: () => void;
};

export function makePrintAnswer({ print, complain, fail }: PrintAnswerDeps): PrintAnswer {
  return (answer, options) => {
    if (answer.kind !== 'failed') {
      const say = answer.kind === 'printed' ? complain : print;
      say(options.json ? JSON.stringify(answer.json) : answer.text);
      if (answer.kind === 'unhealthy') fail();
      return;
    }
    complain(`error: ${answer.reason}`);
    if (options.json) print(failureJson(answer.reason, answer.known));
    fail();
  };
}
