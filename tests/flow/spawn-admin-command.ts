// Runs the `kurz` admin command as a person would: the built program as a process of its own.

import { spawnBuilt, type Finished } from './start-standalone';

export type AdminResult = Finished & {
  /** Standard output as JSON; undefined when it is none. */
  json: Record<string, unknown> | undefined;
};

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

export const adminResultOf = ({ code, stdout, stderr }: Finished): AdminResult => ({
  code,
  stdout,
  stderr,
  json: parse(stdout),
});

/** `kurz <words>` on a data folder. */
export const spawnAdminCommand = (dataDirectory: string, ...words: string[]): Promise<AdminResult> =>
  spawnAdminCommandWith('', dataDirectory, ...words);

/** The same with `input` on its standard input. */
export async function spawnAdminCommandWith(
  input: string,
  dataDirectory: string,
  ...words: string[]
): Promise<AdminResult> {
  const { child, finished } = spawnBuilt('admin command', words, { KURZ_DATA_DIR: dataDirectory });
  // most commands end without reading standard input
  child.stdin.on('error', () => undefined).end(input);
  return adminResultOf(await finished);
}

/** The rows of a listing. */
export function rowsOf(json: Record<string, unknown>, name: string): Record<string, unknown>[] {
  const rows: unknown = json[name];
  return Array.isArray(rows) ? rows.map((row: object) => ({ ...row })) : [];
}

/** The id of the workspace that a first start makes, in a listing of workspaces. */
export function ownWorkspaceIn(listed: Record<string, unknown>): string {
  const id = rowsOf(listed, 'workspaces').find(({ plan }) => plan === 'unlimited')?.['id'];
  if (typeof id !== 'string') throw new Error(`no workspace of a first start in ${JSON.stringify(listed)}`);
  return id;
}

/** The JSON of a command with --json; throws unless it succeeded with one object on a line of standard output. */
export function jsonOf(words: readonly string[], result: AdminResult): Record<string, unknown> {
  if (result.code === 0 && result.json && /^\{.*\}\n$/.test(result.stdout)) return result.json;
  throw new Error(`kurz ${words.join(' ')}: ${JSON.stringify(result)}`);
}

/** The same with --json. */
export const spawnAdminJson = async (dataDirectory: string, ...words: string[]) =>
  jsonOf(words, await spawnAdminCommand(dataDirectory, ...words, '--json'));
