// What both ways of reading a line, and the one of writing it, go by.

export const VERSION = '1';
/** Date knows no later moment. */
export const LATEST_TIME = 8.64e15;
