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

/** The first error of those that one answer holds. */
export function errorOf(
  { ResponseError, ProtocolError, AuthenticationError }: Platformatic,
  error: unknown,
): Error {
  if (error instanceof ResponseError) {
    const first: unknown = error.errors[0];
    if (first instanceof ProtocolError)
      return new KafkaRefusal(String(first['apiId']), first.message, first['canRetry'] === true, {
        cause: error,
      });
  }
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof AuthenticationError)
      return new KafkaRefusal('SASL_AUTHENTICATION_FAILED', cause.message, false, { cause: error });
  const message = error instanceof Error ? error.message : String(error);
  return new InfrastructureError(`Kafka is away: ${message}`, true, { cause: error });
}
