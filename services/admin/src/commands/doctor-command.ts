// `kurz doctor`: what is wrong with this installation, and what to do.

import type { SettingsError } from '@kurz/process';
import { InvalidArgumentError } from 'commander';
import type { AdminAnswer } from '../answer/admin-answer';
import { examineInstallation } from '../doctor/examine-installation';
import { finding, type Examined } from '../doctor/finding';
import { reportOf } from '../doctor/report';
import type { AdminSettings } from '../settings/admin-settings';
import { addCommand, type CommandGroup } from './command-group';

type DoctorOptions = {
  operations?: string[];
  public?: boolean;
  probe?: string;
  api?: string;
  redirects?: string;
  wait: number;
  json?: boolean;
};

function urlOf(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('must be http(s)://…');
  return text.replace(/\/+$/, '');
}

const collectUrls = (text: string, before: string[] = []) => [...before, urlOf(text)];

function secondsOf(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('must be whole seconds');
  return Number(text);
}

/** The report when nothing else can be examined. */
const alone = (findings: Extract<Examined, { kind: 'examined' }>['findings']): AdminAnswer =>
  reportOf([{ kind: 'examined', part: 'settings', seen: 'settings', findings }]);

export const reportOfSettings = ({ faults }: SettingsError): AdminAnswer =>
  alone(faults.map((fault) => finding('settings_invalid', { fault })));

export const isDoctor = (argv: readonly string[]): boolean =>
  argv.slice(2).find((word) => !word.startsWith('-')) === 'doctor';

/** Adds `doctor`. Its exit code is 1 when there is a fault. */
export const makeDoctorCommand =
  ({ admin }: { admin: AdminSettings }): CommandGroup =>
  (program, run) => {
    addCommand(program, 'doctor', 'says what is wrong with this installation, and what to do')
      .option('--operations <url...>', "addresses of the services' operations ports", collectUrls)
      .option('--public', 'also check the public address (KURZ_APP_URL) through the internet')
      .option(
        '--probe <workspace>',
        'create a link in this workspace, visit it, wait until it is counted, delete it',
      )
      .option('--api <url>', 'address of the API for the probe; default: KURZ_APP_URL', urlOf)
      .option('--redirects <url>', "address of a redirector for the probe; default: the link's domain", urlOf)
      .option('--wait <seconds>', 'how long to wait until the probe is counted', secondsOf, 60)
      .action((options: DoctorOptions) =>
        run(
          (connection) =>
            examineInstallation(
              connection,
              { smtpUrl: admin.smtpUrl, isNetworkPrivate: admin.isNetworkPrivate },
              {
                operations: options.operations ?? [],
                isPublicChecked: options.public === true,
                probe:
                  options.probe === undefined
                    ? undefined
                    : {
                        workspaceId: options.probe,
                        apiUrl: options.api,
                        redirectsUrl: options.redirects,
                        countedMs: options.wait * 1_000,
                      },
              },
            ),
          {
            json: options.json,
            onUnopened: (reason) => alone([finding('installation_unusable', { reason })]),
          },
        ),
      );
  };
