// A DNS record to set up, with a copy button for each part.

import type { components } from '../api/schema';
import { useTexts } from '../i18n/texts';
import { CopyButton } from '../ui/copy-button';
import { settingsTexts } from './settings-texts';

type Record = components['schemas']['DnsRecord'];

export function DnsRecord({ record: { type, name, value } }: { record: Record }) {
  const t = useTexts(settingsTexts);
  return (
    <dl className="dns-record">
      <dt>{t.recordType}</dt>
      <dd>
        <code>{type}</code>
      </dd>
      <dt>{t.name}</dt>
      <dd>
        <code>{name}</code>
        <CopyButton text={name} name={t.recordName} />
      </dd>
      <dt>{t.recordValue}</dt>
      <dd>
        <code>{value}</code>
        <CopyButton text={value} name={t.recordValue} />
      </dd>
    </dl>
  );
}
