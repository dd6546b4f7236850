// Constants of the line format, shared by its encoder and both decoders.

export const VERSION = '1';
/** The latest time that Date can hold, ms since the epoch. */
export const LATEST_TIME = 8.64e15;
