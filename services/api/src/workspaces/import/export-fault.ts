// A fault of a file that is to be imported, or of this installation for it. Nothing of the file is imported then.

export class ExportFault extends Error {
  override readonly name = 'ExportFault';
  /** `line`: counts from 1. Undefined when the fault is not of one line. */
  constructor(
    reason: string,
    readonly line?: number,
  ) {
    super(line === undefined ? reason : `line ${line}: ${reason}`);
  }
}
