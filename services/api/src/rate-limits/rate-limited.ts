import { refuse, type Refusal } from '../errors/refusal';

/** 429. `seconds`: until a request is allowed again. */
export const rateLimited = (seconds: number): Refusal =>
  refuse('RATE_LIMITED', {}, { 'Retry-After': String(seconds) });
