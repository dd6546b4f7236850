// What every call of a store needs: time limits, retries, circuit breakers and semaphores.

export { allEnded } from './all-ended';
export { InfrastructureError } from './infrastructure-error';
export { NoAnswerError, waitAtMost, within, withinOrAbort } from './time-limit';
export { retry, type RetryOptions } from './retry';
export {
  makeCircuitBreaker,
  type Attempt,
  type CircuitBreaker,
  type CircuitBreakerConfig,
} from './circuit-breaker';
export { makeSemaphore, type Semaphore } from './semaphore';
export {
  makeFairSemaphore,
  OverShareError,
  type FairSemaphoreConfig,
  type RunFairly,
  type SemaphoreKeys,
} from './fair-semaphore';
