// The TXT record by which the owner of a domain shows that they want it here.

export type VerificationRecord = { type: 'TXT'; name: string; value: string };

/** Below a name of its own, so that it disturbs no other record of the domain. */
export function verificationRecordOf(domain: string, ownershipToken: string): VerificationRecord {
  return { type: 'TXT', name: `_kurz.${domain}`, value: `kurz-verification=${ownershipToken}` };
}
