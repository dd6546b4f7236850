// An error of a store or the network. Its creator decides whether it is retriable.

/** `retriable`: the same call may succeed later. */
export class InfrastructureError extends Error {
  constructor(
    message: string,
    readonly retriable: boolean,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'InfrastructureError';
  }
}
