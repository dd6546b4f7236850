// Takes a compactor's steps until nothing is left to do. On a busy machine a step may miss its time limit for writing
// rows, which is short in these tests; the next step then gets a new one.

'use strict';

const TOO_LATE = 'the time to write this compaction is over';

exports.compactAll = async (compact) => {
  for (;;) {
    const step = await compact().catch((error) => {
      if (!String(error).includes(TOO_LATE)) throw error;
      return 'waiting';
    });
    if (step === 'nothing') return;
    // a pause, because each look is another moment at which a test kills the compactor
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};
