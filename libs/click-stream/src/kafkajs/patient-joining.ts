// kafkajs 2.2.4 ends a consumer whose group's coordinator is still loading when it joins. Here the joining is done again
// until it is ready.

import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup';
import { untilCoordinated } from './until-coordinated';

let isPatient = false;

/** Once for the process, before the first consumer is made. */
export function patientJoining(): void {
  if (isPatient) return;
  isPatient = true;
  const { joinAndSync } = ConsumerGroup.prototype;
  ConsumerGroup.prototype.joinAndSync = function () {
    return untilCoordinated(() => joinAndSync.call(this));
  };
}
