// Examines the parts outside the stores' network: the mail server, and the address that people open.

import { checkMailServer } from '@kurz/api';
import { hostnameOf, isLoopback } from '@kurz/process';
import { isCertificateError, reasonOf } from './connection-finding';
import { finding, type Examined, type Finding } from './finding';

export async function examineMail(smtpUrl: string | undefined): Promise<Examined> {
  if (smtpUrl === undefined) return { kind: 'skipped', part: 'mail', reason: 'KURZ_SMTP_URL is not set' };
  const outcome = await checkMailServer(smtpUrl);
  const findings =
    outcome.kind === 'accepts'
      ? []
      : [
          finding(outcome.kind === 'login_refused' ? 'mail_login_refused' : 'mail_unreachable', {
            reason: outcome.reason,
          }),
        ];
  return { kind: 'examined', part: 'mail', seen: 'mail server', findings };
}

/** For a request through DNS, a front and TLS. */
const TIMEOUT_MS = 10_000;
const PATH = '/v1/openapi.json';
const TITLE = 'Kurz API';

async function titleAt(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) return `status ${response.status}`;
  const document: unknown = await response.json().catch(() => undefined);
  if (typeof document !== 'object' || document === null || !('info' in document))
    return 'no OpenAPI document';
  const { info } = document;
  return typeof info === 'object' && info !== null && 'title' in info ? String(info.title) : 'no title';
}

async function findAt(appUrl: string): Promise<Finding[]> {
  try {
    const title = await titleAt(`${new URL(appUrl).origin}${PATH}`);
    return title === TITLE ? [] : [finding('public_address_elsewhere', { url: appUrl, reason: title })];
  } catch (error) {
    const facts = { url: appUrl, reason: reasonOf(error) };
    return [
      finding(
        isCertificateError(error) ? 'public_address_certificate_refused' : 'public_address_unreachable',
        facts,
      ),
    ];
  }
}

/** `isChecked`: also checks an address on the internet, which a container often cannot reach. */
export async function examinePublicAddress(
  appUrl: string | undefined,
  isChecked: boolean,
): Promise<Examined> {
  const part = 'public_address';
  if (appUrl === undefined) return { kind: 'skipped', part, reason: 'KURZ_APP_URL is not set' };
  const url = new URL(appUrl);
  const isHere = isLoopback(hostnameOf(url));
  const plain = url.protocol === 'http:' && !isHere ? [finding('public_address_not_encrypted')] : [];
  if (!isChecked && !isHere) {
    if (plain.length === 0) return { kind: 'skipped', part, reason: 'checked only with --public' };
    return { kind: 'examined', part, seen: appUrl, findings: plain };
  }
  return { kind: 'examined', part, seen: appUrl, findings: [...plain, ...(await findAt(appUrl))] };
}
