// Exports the workspace as a file: all of it for another installation, or its links for another service.

import { useTexts } from '../../i18n/texts';
import { DownloadLink } from '../../ui/download-link';
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
        <DownloadLink className="button" href={file}>
          {t.downloadAll}
        </DownloadLink>
      </div>
      <p className="hint">{t.portable}</p>
      <div className="form-actions">
        <DownloadLink className="button" href={`${file}?portable=true`}>
          {t.downloadPortable}
        </DownloadLink>
      </div>
      <p className="hint">{t.leave}</p>
      <div className="form-actions">
        {SERVICES.map(({ format, name }) => (
          <DownloadLink key={format} className="button" href={`${file}?format=${format}`}>
            {t.downloadFor(name)}
          </DownloadLink>
        ))}
      </div>
    </Section>
  );
}
