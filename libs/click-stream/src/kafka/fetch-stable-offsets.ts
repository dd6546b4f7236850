// Fetches a group's offsets when no open transaction can change them (`require_stable`). kafkajs 2.2.4 cannot do that:
// its newest OffsetFetch is version 4, `require_stable` came with version 7 and Kafka 2.5.
//
// A plain answer may be older than the last commit. A broker before 4.0 applies a transaction's offsets after it has
// answered the transaction's end. A new coordinator answers before it has read its log.

import type { Admin } from 'kafkajs';
import Broker from 'kafkajs/src/broker';
import Decoder from 'kafkajs/src/protocol/decoder';
import Encoder from 'kafkajs/src/protocol/encoder';
import { createErrorFromCode } from 'kafkajs/src/protocol/error';
import { makePatchedCall } from './make-patched-call';
import { retryWhile, UNSTABLE } from './retry-while';
import { untilCoordinated } from './until-coordinated';

const API = { apiKey: 9, apiVersion: 7, apiName: 'OffsetFetch' };

/** The flexible versions end each structure with tagged fields; here there are none. */
const endOf = (structure: Encoder) => structure.writeUVarInt(0);

function requestOf({ groupId, topics }: Broker.OffsetFetchRequest) {
  const encode = () => {
    const asked = topics.map(({ topic, partitions }) => {
      const numbers = partitions.map(({ partition }) => new Encoder().writeInt32(partition));
      return endOf(new Encoder().writeUVarIntString(topic).writeUVarIntArray(numbers));
    });
    // the header of a flexible request has tagged fields as well, which kafkajs leaves out
    const body = endOf(new Encoder()).writeUVarIntString(groupId).writeUVarIntArray(asked);
    return Promise.resolve(endOf(body.writeBoolean(true)));
  };
  return { ...API, encode };
}

function readPartition(decoder: Decoder) {
  const partition = decoder.readInt32();
  const offset = decoder.readInt64().toString();
  decoder.readInt32(); // the leader's epoch
  const metadata = decoder.readUVarIntString();
  const errorCode = decoder.readInt16();
  decoder.readTaggedFields();
  return { partition, offset, metadata, errorCode };
}

function readTopic(decoder: Decoder) {
  const topic = decoder.readUVarIntString() ?? '';
  const partitions = decoder.readUVarIntArray(readPartition);
  decoder.readTaggedFields();
  return { topic, partitions };
}

const RESPONSE = {
  decode: (bytes: Buffer) => {
    const decoder = new Decoder(bytes);
    decoder.readTaggedFields(); // of the header
    const clientSideThrottleTime = decoder.readInt32();
    const responses = decoder.readUVarIntArray(readTopic);
    return Promise.resolve({ clientSideThrottleTime, responses, errorCode: decoder.readInt16() });
  },
  parse: (answer: Broker.OffsetAnswer & { errorCode: number }) => {
    const ofPartitions = answer.responses.flatMap(({ partitions }) => partitions);
    const failed = [answer, ...ofPartitions].find(({ errorCode }) => errorCode !== 0);
    if (failed) throw createErrorFromCode(failed.errorCode);
    return Promise.resolve(answer);
  },
};

/** kafkajs finds the coordinator and asks it. */
const withRequireStable = makePatchedCall((isMarked) => {
  const { offsetFetch } = Broker.prototype;
  Broker.prototype.offsetFetch = async function (request) {
    if (!isMarked()) return offsetFetch.call(this, request);
    if ((this.versions?.[API.apiKey]?.maxVersion ?? 0) < API.apiVersion)
      throw new Error('Kafka is older than 2.5: it does not say whether an offset is stable');
    return this.connectionPool.send({ request: requestOf(request), response: RESPONSE });
  };
});

/**
 * The result of `admin.fetchOffsets`. Retries while the coordinator is not ready, and while a transaction with offsets
 * of the group is open. @throws Kafka's error, also when such a transaction stays open for longer than 15 s.
 */
export function fetchStableOffsets(admin: Admin, groupId: string, topic: string) {
  const fetchOnce = () => withRequireStable(() => admin.fetchOffsets({ groupId, topics: [topic] }));
  return untilCoordinated(() => retryWhile(UNSTABLE, fetchOnce));
}
