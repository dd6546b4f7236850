// What `kurz doctor` can find about the settings, the services and the parts outside: what is wrong and what to do, by
// stable code.

import type { CatalogueEntry } from './catalogue-entry';

export const OTHER_FINDINGS = {
  settings_invalid: {
    part: 'settings',
    severity: 'fault',
    what: '{fault}.',
    todo: 'Correct the setting. docs/operating.md and docs/settings.md list them all.',
  },
  installation_unusable: {
    part: 'settings',
    severity: 'fault',
    what: 'The installation cannot be opened: {reason}.',
    todo: 'Another process may be using the data folder. Stop it, or wait until it is ready.',
  },
  service_unreachable: {
    part: 'services',
    severity: 'fault',
    what: '{url} does not answer: {reason}.',
    todo: 'Start the service, or correct the address. It must be that of the operations port.',
  },
  service_not_ready: {
    part: 'services',
    severity: 'fault',
    what: '{url} is not ready: {checks}.',
    todo: 'Read its log. A line that needs action names a heading of the runbook.',
  },
  service_of_another_version: {
    part: 'services',
    severity: 'warning',
    what: '{url} runs version {found}, but this command is version {wanted}.',
    todo: 'Finish the upgrade.',
  },
  clock_skew: {
    part: 'services',
    severity: 'fault',
    what: 'The clock of {name} differs from this one by {seconds} s.',
    todo: 'Synchronize the clocks with NTP. They decide when links begin and end, and to which day a visit belongs.',
  },
  mail_unreachable: {
    part: 'mail',
    severity: 'fault',
    what: 'The mail server does not answer: {reason}.',
    todo: 'Correct KURZ_SMTP_URL, or allow connections to the server. Mails wait until then.',
  },
  mail_login_refused: {
    part: 'mail',
    severity: 'fault',
    what: 'The mail server refuses the name or password: {reason}.',
    todo: 'Correct the name and password in KURZ_SMTP_URL.',
  },
  public_address_unreachable: {
    part: 'public_address',
    severity: 'fault',
    what: '{url} does not answer: {reason}.',
    todo: 'Point the DNS record of KURZ_APP_URL at the front, and start the front.',
  },
  public_address_certificate_refused: {
    part: 'public_address',
    severity: 'fault',
    what: 'The certificate of {url} is not valid: {reason}.',
    todo: 'Renew it, or find out why the front gets no certificate.',
  },
  public_address_elsewhere: {
    part: 'public_address',
    severity: 'fault',
    what: "{url} is not answered by Kurz's API ({reason}).",
    todo: 'Correct KURZ_APP_URL, or the route of the front.',
  },
  public_address_not_encrypted: {
    part: 'public_address',
    severity: 'fault',
    what: 'KURZ_APP_URL begins with http://. Passwords and sessions are sent unencrypted, and passkeys do not work.',
    todo: 'Use https://.',
  },
  probe_not_created: {
    part: 'probe',
    severity: 'fault',
    what: 'The probe link could not be created: {reason}.',
    todo: 'Read the log of the API. The plan of the workspace must include the API.',
  },
  probe_token_unknown: {
    part: 'probe',
    severity: 'fault',
    what: 'The API at {url} does not know the token that was created for the probe.',
    todo: "Give this command the API's KURZ_TOKEN_PEPPER and KURZ_POSTGRES_URL, and the API's own address with --api.",
  },
  probe_not_redirected: {
    part: 'probe',
    severity: 'fault',
    what: 'The probe link {link} does not redirect: {reason}.',
    todo: 'Read the log of the redirector, and check that the domain points to it.',
  },
  probe_not_counted: {
    part: 'probe',
    severity: 'fault',
    what: 'The visit of the probe link was not in its stats after {seconds} s: {reason}.',
    todo: 'Check the lag of the ingesters and the journal of the redirector.',
  },
  probe_not_deleted: {
    part: 'probe',
    severity: 'fault',
    what: 'The probe link could not be deleted: {reason}.',
    todo: 'Delete {link} by hand.',
  },
  probe_perhaps_left: {
    part: 'probe',
    severity: 'warning',
    what: 'It is not known whether the probe link {link} was created. It could not be deleted: {reason}.',
    todo: 'Look for {link} in the workspace, and delete it.',
  },
  probe_redirects_after_deletion: {
    part: 'probe',
    severity: 'fault',
    what: 'The deleted probe link {link} still redirects.',
    todo: 'Check that the API and the redirector use the same Redis and PostgreSQL.',
  },
} as const satisfies Record<string, CatalogueEntry>;
