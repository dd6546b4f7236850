// The workspace as a file: all of it, for another installation, or its links for another service.

import { useTexts } from '../../i18n/texts';
import { useWorkspace } from '../../workspace/workspace-gate';
import { Section } from '../section';
import { exportTexts } from './export-texts';

const SERVICES = [
  { format: 'dub', name: 'Dub' },
  { format: 'shlink', name: 'Shlink' },
  { format: 'bitly', name: 'Bitly' },
] as const;

export function ExportSection() {
  const t = useTexts(exportTexts);
  const { id, role } = useWorkspace();
  const file = `/x/workspaces/${id}/export`;
  if (role !== 'owner') return <p className="notice">{t.forOwners}</p>;
  return (
    <Section title={t.title}>
      <p className="hint">{t.all}</p>
      <div className="form-actions">
        <a className="button" href={file} download>
          {t.downloadAll}
        </a>
      </div>
      <p className="hint">{t.portable}</p>
      <div className="form-actions">
        <a className="button" href={`${file}?portable=true`} download>
          {t.downloadPortable}
        </a>
      </div>
      <p className="hint">{t.leave}</p>
      <div className="form-actions">
        {SERVICES.map(({ format, name }) => (
          <a key={format} className="button" href={`${file}?format=${format}`} download>
            {t.downloadFor(name)}
          </a>
        ))}
      </div>
    </Section>
  );
}
