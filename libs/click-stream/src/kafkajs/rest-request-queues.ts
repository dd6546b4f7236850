// kafkajs 2.2.4 keeps a timer of 1 ms running on every connection once it was used, asked for with a negative delay:
// a thousand useless wake-ups a second, and a TimeoutNegativeWarning at every connect on Node 24 (#1751). The queue
// needs the timer only while requests wait because the broker throttles or too many are in flight.

import RequestQueue from 'kafkajs/src/network/requestQueue';

/** As kafkajs has it. */
const CHECK_MS = 10;

let isResting = false;

/** Once for the process. */
export function restRequestQueues(): void {
  if (isResting) return;
  isResting = true;
  RequestQueue.prototype.scheduleCheckPendingRequests = function () {
    if (this.throttleCheckTimeoutId || this.pending.length === 0) return;
    const throttledMs = this.throttledUntil - Date.now();
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      throttledMs > 0 ? throttledMs : CHECK_MS,
    );
  };
}
