// Errors of @platformatic/kafka, and numbers of Kafka's protocol, as errors of this product.

import { InfrastructureError } from '@kurz/resilience';
import { KafkaRefusal } from '../kafka/kafka-refusal';
import type { Platformatic } from './load-platformatic';

/** `code`: the protocol's number, not 0. */
export function refusalOf(
  { protocolErrors, protocolErrorsCodesById }: Platformatic,
  code: number,
): KafkaRefusal {
  const name = protocolErrorsCodesById[code] ?? `ERROR_${code}`;
  const { message = 'unknown', canRetry = false } = protocolErrors[name] ?? {};
  return new KafkaRefusal(name, message, canRetry);
}

/** The outermost first: "Connection to … failed." and why. Of several addresses of one name, the first. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  const inner: unknown = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  const deeper = inner === undefined ? [] : reasonsOf(inner);
  return error.message === '' ? deeper : [error.message, ...deeper];
}

/** The first error of those that one answer holds, in the broker's own words where it gives some. */
export function errorOf(
  { ResponseError, ProtocolError, AuthenticationError }: Platformatic,
  error: unknown,
): Error {
  if (error instanceof ResponseError) {
    const first: unknown = error.errors[0];
    if (first instanceof ProtocolError) {
      const said: unknown = first['serverErrorMessage'];
      const message = typeof said === 'string' && said !== '' ? said : first.message;
      return new KafkaRefusal(String(first['apiId']), message, first['canRetry'] === true, { cause: error });
    }
  }
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof AuthenticationError)
      return new KafkaRefusal('SASL_AUTHENTICATION_FAILED', cause.message, false, { cause: error });
  return new InfrastructureError(`Kafka is away: ${reasonsOf(error).join(' ')}`, true, { cause: error });
}
