// What is wrong with a file that is to be imported, or with this installation for it. Nothing of the file is there then.

export class ExportFault extends Error {
  override readonly name = 'ExportFault';
  /** `line`: counts from 1; undefined: it is not one line's. */
  constructor(
    reason: string,
    readonly line?: number,
  ) {
    super(line === undefined ? reason : `line ${line}: ${reason}`);
  }
}
