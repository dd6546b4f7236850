// What `kurz doctor` finds, as JSON.

import { runServersCommand } from '../flow/admin-command';

type Found = { code: string; severity: string; part: string; what: string; todo: string };
export type Report = {
  code: number;
  isHealthy: boolean;
  findings: Found[];
  parts: { part: string; skipped?: string }[];
};

export async function doctor(environment: Record<string, string>, ...words: string[]): Promise<Report> {
  const { code, stdout, stderr } = await runServersCommand(environment, 'doctor', ...words, '--json');
  if (!stdout.startsWith('{')) throw new Error(`no report: ${stderr}`);
  const report = JSON.parse(stdout) as Omit<Report, 'code'>;
  return { ...report, code: code ?? -1 };
}

/** The same with a clock that is `ms` ahead. */
export async function doctorAhead(ms: number, environment: Record<string, string>): Promise<Report> {
  const now = Date.now.bind(Date);
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
  return doctor(environment).finally(() => clock.mockRestore());
}

export const faultsOf = ({ findings }: Report) =>
  findings.filter(({ severity }) => severity === 'fault').map(({ code }) => code);
