// Puts what is wrong with a destination into the words of a refusal.

import type { Reason } from '../errors/reasons';
import { refuse, type Refusal } from '../errors/refusal';
import { MAX_DESTINATION_CHARACTERS, type DestinationFault } from './destination-of';

const REASONS: Record<DestinationFault | 'own_domain' | 'blocked', Reason> = {
  malformed: 'not_a_url',
  scheme: 'not_http',
  credentials: 'has_credentials',
  characters: 'unusable_characters',
  too_long: 'too_long',
  own_domain: 'own_domain',
  blocked: 'blocked',
};

export function refusalOfDestination(fault: DestinationFault | 'own_domain' | 'blocked'): Refusal {
  return refuse('VALIDATION_FAILED', {
    field: 'url',
    reason: REASONS[fault],
    max: MAX_DESTINATION_CHARACTERS,
  });
}
