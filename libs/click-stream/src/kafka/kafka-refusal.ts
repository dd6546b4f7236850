// An error with which Kafka answered a request, under Kafka's own name.

export class KafkaRefusal extends Error {
  constructor(
    /** As in Kafka's protocol, `NOT_COORDINATOR`. */
    readonly type: string,
    message: string,
    /** True when the error passes by itself: a broker starts, or another becomes the leader. */
    readonly passes: boolean,
    options?: { cause?: unknown },
  ) {
    super(`${type}: ${message}`, options);
    this.name = 'KafkaRefusal';
  }
}
