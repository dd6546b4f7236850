// Why a visit did not get into the journal; each reason is counted on its own.

import { hasErrorCode } from '@kurz/process';

/**
 * disk_full: the journal's own limit, or the disk's. write_failed: any other error of the disk. bad_payload: longer
 * than a line may be, or holds a line feed. closed: appended after the journal's close.
 */
export const DROP_REASONS = ['disk_full', 'write_failed', 'bad_payload', 'closed'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** EFBIG: the file has reached a size limit of the file system or the process. */
export const dropReasonOf = (error: unknown): DropReason =>
  hasErrorCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG') ? 'disk_full' : 'write_failed';
