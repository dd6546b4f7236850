// Prints how an admin command ended. Standard output carries only the answer; with --json also the answer of a failure.

import type { AdminAnswer } from './admin-answer';
import { failureJson } from './failure-json';

export type PrintAnswer = (answer: AdminAnswer, options: { json?: boolean }) => void;

export type PrintAnswerDeps = {
  /** `print` writes a line to standard output, `complain` one to standard error. */
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
