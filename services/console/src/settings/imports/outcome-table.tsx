// The number of links of a file by outcome, each with its list as a download.

import { importOutcomeValues } from '../../api/enums';
import { useFormat } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { DownloadLink } from '../../ui/download-link';
import { Icon } from '../../ui/icon';
import { useWorkspace } from '../../workspace/workspace-gate';
import { importTexts } from './import-texts';
import type { ImportJob } from './use-imports';

export function OutcomeTable({ job }: { job: ImportJob }) {
  const t = useTexts(importTexts);
  const format = useFormat();
  const { id: workspace } = useWorkspace();
  return (
    <div className="table-scroll" role="region" aria-label={t.outcomes} tabIndex={0}>
      <table className="table">
        <caption className="visually-hidden">{t.outcomes}</caption>
        <thead>
          <tr>
            <th scope="col">{t.outcome}</th>
            <th scope="col" className="number">
              {t.count}
            </th>
            <th scope="col">{t.list}</th>
          </tr>
        </thead>
        <tbody>
          {importOutcomeValues.map((outcome) => (
            <tr key={outcome}>
              <td>
                {t[outcome]}
                <p className="hint">{t[`${outcome}Hint`]}</p>
              </td>
              <td className="number">{format.number(job.counts[outcome])}</td>
              <td>
                {job.counts[outcome] > 0 && (
                  <DownloadLink
                    className="icon-button"
                    href={`/x/workspaces/${workspace}/imports/jobs/${job.id}/reports/${outcome}`}
                    aria-label={t.listOf(t[outcome])}
                  >
                    <Icon name="download" />
                  </DownloadLink>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
