/** Settings for statements that may take minutes: ClickHouse sends progress headers, so that connections look alive. */
export const KEEPS_ALIVE = {
  send_progress_in_http_headers: 1,
  http_headers_progress_interval_ms: '5000',
} as const;
