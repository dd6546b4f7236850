// Takes a compactor's steps until there is nothing left to do. On a busy machine the short time in which rows may be
// written here passes now and then: the next step has its own.

'use strict';

const TOO_LATE = 'the time to write this compaction is over';

exports.compactAll = async (compact) => {
  for (;;) {
    const step = await compact().catch((error) => {
      if (!String(error).includes(TOO_LATE)) throw error;
      return 'waiting';
    });
    if (step === 'nothing') return;
    // rarely: each look is a moment at which a test may kill it
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};
