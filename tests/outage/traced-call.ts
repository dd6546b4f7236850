// Reads the output of strace: the calls of a process that change files below a folder, numbered per call and file. The
// number lets strace kill a later process at the same call.

export type TracedCall = {
  name: string;
  /** The path as an argument of strace. */
  path: string;
  /** 1 for the first such call on this file. */
  nth: number;
};

/** All calls by which files are created, changed and removed. */
export const WRITING_CALLS = [
  'write',
  'writev',
  'pwrite64',
  'pwritev',
  'rename',
  'renameat',
  'renameat2',
  'link',
  'linkat',
  'unlink',
  'unlinkat',
  'rmdir',
  'mkdir',
  'mkdirat',
  'ftruncate',
  'fsync',
  'fdatasync',
] as const;

/** `1234 write(5</folder/file>, …` or `1234 rename("/folder/file", …`; strace prints each call once. */
const CALL = /^\d+ +(\w+)\((?:\d+<([^>]*)>|(?:AT_FDCWD[^,]*, )?"([^"]*)")/;

/** The calls in the order in which they were made. */
export function tracedCallsIn(trace: string, folder: string): TracedCall[] {
  const made = new Map<string, number>();
  return trace.split('\n').flatMap((line) => {
    const [, name = '', ofOpenFile, named] = CALL.exec(line) ?? [];
    const path = ofOpenFile ?? named ?? '';
    if (!path.startsWith(`${folder}/`)) return [];
    const nth = (made.get(`${name} ${path}`) ?? 0) + 1;
    made.set(`${name} ${path}`, nth);
    return [{ name, path, nth }];
  });
}
