// The result of checking a domain's DNS and certificate, with what to set instead.

import type { components } from '../api/schema';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { DnsRecord } from './dns-record';
import { settingsTexts } from './settings-texts';

type Check = components['schemas']['ZoneCheckAnswer']['check'];
type Finding = components['schemas']['ZoneFinding'];

const TONES = { error: 'danger', warning: 'warning' } as const;

function FindingItem({ finding }: { finding: Finding }) {
  const t = useTexts(settingsTexts);
  const { severity, message, found, records } = finding;
  return (
    <li className="form">
      <p className={`notice notice-${TONES[severity]}`}>{message}</p>
      {found.length > 0 && <p className="hint">{t.found(found.join(', '))}</p>}
      {records.length > 0 && <p className="hint">{t.setInstead}</p>}
      {records.map((record) => (
        <DnsRecord key={record.value} record={record} />
      ))}
    </li>
  );
}

export function SetUpCheck({ check }: { check: Check }) {
  const t = useTexts(settingsTexts);
  const format = useFormat();
  const { findings, certificate } = check;
  return (
    <div className="form" role="status">
      {findings.length === 0 && <p className="notice">{t.setUpReady}</p>}
      <ul className="form">
        {findings.map((finding) => (
          <FindingItem key={finding.code} finding={finding} />
        ))}
      </ul>
      {certificate && <p className="hint">{t.certificateUntil(format.moment(certificate.until))}</p>}
    </div>
  );
}
