// The click stream in Kafka: what a message holds, its topics, and the only places that use a Kafka client.

export type { Chunk, ChunkRange } from './chunk/chunk';
export { decodeChunk, encodeChunk, type ChunkMessage, type DecodedChunk } from './chunk/chunk-message';
export { chunkOrderOf, type ChunkOrder } from './chunk/chunk-order';
export { journalGroupOf } from './ship/journal-group';
export { isKafkaAway } from './kafka/is-kafka-away';
export type { KafkaClientName, KafkaOptions, SaslMechanism } from './kafka/kafka-options';
export { openKafka } from './kafka/open-kafka';
export type { Kafka as KafkajsClient } from 'kafkajs';
export { openStreamClient, type StreamClient } from './client/stream-client';
export { canUsePlatformatic } from './platformatic/can-use-platformatic';
export { openDeadLetters, type DeadLetter, type DeadLetterTopic } from './read/open-dead-letters';
export {
  openStreamOffsets,
  type CommittedOffset,
  type OffsetRange,
  type StreamOffsets,
} from './read/open-stream-offsets';
export { openStreamReader, type StreamReader } from './read/open-stream-reader';
export type { StreamMessage } from './read/message-buffer';
export type { StreamSession } from './read/stream-session';
export type { JournalProgress, JournalHeartbeat } from './ship/journal-progress';
export {
  openJournalHeartbeats,
  type JournalHeartbeats,
  type ShippedJournal,
} from './ship/open-journal-heartbeats';
export {
  openJournalShip,
  type JournalShip,
  type JournalShipSettings,
  type OpenedJournalShip,
  type ShippedLines,
} from './ship/journal-ship';
export { readJournalProgress } from './ship/read-journal-progress';
export { setJournalProgress } from './ship/set-journal-progress';
export { ensureTopics, type TopicChange } from './topics/ensure-topics';
export {
  readStreamState,
  type GroupState,
  type StreamState,
  type TopicState,
} from './topics/read-stream-state';
export type { TopicSettings } from './topics/topic-settings';
