// The part of kafkajs's request queue that kafkajs-patches.ts replaces.

declare module 'kafkajs/src/network/requestQueue' {
  class RequestQueue {
    pending: unknown[];
    throttledUntil: number;
    throttleCheckTimeoutId: NodeJS.Timeout | null;
    scheduleCheckPendingRequests(): void;
    checkPendingRequests(): void;
  }
  export = RequestQueue;
}
