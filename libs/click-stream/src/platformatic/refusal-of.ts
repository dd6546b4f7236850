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

/** Messages of the error and its causes, from "Connection to … failed." inwards; of several addresses, the first's. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  const inner: unknown = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  const deeper = inner === undefined ? [] : reasonsOf(inner);
  return error.message === '' ? deeper : [error.message, ...deeper];
}

/** For an answer with errors, the first of them, with the broker's own message when there is one. */
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
