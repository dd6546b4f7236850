// The UTM parameters of the destination, one field each, with the workspace's UTM conventions.

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { api, unwrap } from '../api/client';
import type { components } from '../api/schema';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { destinationPartsOf } from '../link/destination-parts';
import { withScheme } from '../link/with-scheme';
import { Field } from '../ui/field';
import { useWorkspace } from '../workspace/workspace-gate';
import { linkFormTexts } from './link-form-texts';
import { UTM_KEYS, utmValueOf, withUtm, type UtmKey } from './utm';

type Drift = components['schemas']['LinkDraftAnswer']['utmDrift'];
type Conventions = components['schemas']['UtmConventions'];

/** The conventions that are in force; undefined when there are none. */
function useConventions(): Conventions | undefined {
  const { id: workspace } = useWorkspace();
  const { data } = useQuery({
    queryKey: ['utm-conventions', workspace],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/workspaces/{workspace}/utm-conventions', { params: { path: { workspace } }, signal })),
  });
  return data?.isInPlan && data.conventions?.enabled !== false ? (data.conventions ?? undefined) : undefined;
}

type Props = { url: string; drift: Drift; onUrl: (url: string) => void };

function UtmField({
  name,
  url,
  drift,
  onUrl,
  isDisabled,
  conventions,
}: Props & { name: UtmKey; isDisabled: boolean; conventions: Conventions | undefined }) {
  const t = useTexts(linkFormTexts);
  const listId = useId();
  const values = (conventions?.allowed?.[name] ?? []).filter((value) => !value.includes('*'));
  const isRequired = conventions?.required?.includes(name) ?? false;
  return (
    <div className={drift?.key === name ? 'drifting' : undefined}>
      <Field
        label={<code>{`utm_${name}`}</code>}
        hint={drift?.key === name ? t[`drift_${drift.rule}`] : isRequired ? t.required : undefined}
        list={values.length > 0 ? listId : undefined}
        disabled={isDisabled}
        autoComplete="off"
        spellCheck={false}
        value={utmValueOf(url, name)}
        onValue={(value) => onUrl(withUtm(withScheme(url), name, value))}
      />
      {values.length > 0 && (
        <datalist id={listId}>
          {values.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </div>
  );
}

export function UtmFields(props: Props) {
  const t = useTexts(linkFormTexts);
  const format = useFormat();
  const conventions = useConventions();
  const { url, drift } = props;
  const count = UTM_KEYS.filter((key) => utmValueOf(url, key) !== '').length;
  const isDisabled = destinationPartsOf(withScheme(url)) === undefined;
  return (
    <details className="utm">
      <summary>
        {t.utm} {count > 0 && <span className="badge">{t.utmCount(format.number(count))}</span>}{' '}
        {drift && <span className="badge badge-warning">{t[`drift_${drift.rule}`]}</span>}
      </summary>
      <p className="hint">{isDisabled ? t.utmNeedsUrl : t.utmHint}</p>
      {drift && <p className="notice notice-warning">{t.drift}</p>}
      <div className="utm-fields">
        {UTM_KEYS.map((name) => (
          <UtmField key={name} name={name} {...props} isDisabled={isDisabled} conventions={conventions} />
        ))}
      </div>
    </details>
  );
}
