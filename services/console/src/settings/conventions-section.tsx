// The workspace's UTM conventions. They refuse nothing; links that break them are marked.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../api/api-error';
import { api, unwrap } from '../api/client';
import { utmKeyValues } from '../api/enums';
import type { components } from '../api/schema';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { fieldErrorOf, FormError } from '../ui/form-error';
import { Select } from '../ui/select';
import { ErrorState, LoadingPage } from '../ui/states';
import { toast } from '../ui/toast';
import { useWorkspace } from '../workspace/workspace-gate';
import { textOfValues, valuesOf } from './listed-values';
import { Section } from './section';
import { settingsTexts } from './settings-texts';

type Conventions = components['schemas']['UtmConventions'];
type UtmKey = components['schemas']['UtmKey'];

const SEPARATORS = { any: null, '-': '-', _: '_' } as const;
type Separator = keyof typeof SEPARATORS;

const isSeparator = (text: string): text is Separator => text in SEPARATORS;

/** The allowed values of a parameter; undefined for any. An unchanged text keeps the stored list, even an empty one. */
function allowedOf(typed: string, stored: readonly string[] | undefined): string[] | undefined {
  if (typed === textOfValues(stored ?? [])) return stored && [...stored];
  const values = valuesOf(typed);
  return values.length > 0 ? values : undefined;
}

function RequiredChoice({
  chosen,
  onChoose,
}: {
  chosen: readonly UtmKey[];
  onChoose: (keys: UtmKey[]) => void;
}) {
  const t = useTexts(settingsTexts);
  return (
    <fieldset className="checks">
      <legend>{t.required}</legend>
      {utmKeyValues.map((key) => (
        <label key={key} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(key)}
            onChange={({ target }) =>
              onChoose(utmKeyValues.filter((one) => (one === key ? target.checked : chosen.includes(one))))
            }
          />
          <code>{`utm_${key}`}</code>
        </label>
      ))}
    </fieldset>
  );
}

const fieldOf = (error: unknown): string => (error instanceof ApiError && error.field) || '';

/** The error at a parameter's list. The API names an entry of it, such as `allowed.medium.0`. */
const allowedErrorOf = (error: unknown, key: UtmKey): string | undefined =>
  fieldOf(error).startsWith(`allowed.${key}.`) ? fieldErrorOf(error, fieldOf(error)) : undefined;

const shownIn = (error: unknown): string[] =>
  utmKeyValues.some((key) => allowedErrorOf(error, key)) ? [fieldOf(error)] : [];

function SeparatorChoice({ value, onValue }: { value: Separator; onValue: (value: Separator) => void }) {
  const t = useTexts(settingsTexts);
  const names = { any: t.anySeparator, '-': t.hyphen, _: t.underscore };
  const options = Object.keys(SEPARATORS)
    .filter(isSeparator)
    .map((separator) => ({ value: separator, name: names[separator] }));
  return <Select label={t.separator} value={value} options={options} onValue={onValue} />;
}

function ConventionsForm({ stored, isEditable }: { stored: Conventions; isEditable: boolean }) {
  const t = useTexts(settingsTexts);
  const { id: workspace } = useWorkspace();
  const queries = useQueryClient();
  const [enabled, setEnabled] = useState(stored.enabled ?? true);
  const [required, setRequired] = useState<readonly UtmKey[]>(stored.required ?? []);
  const [lowercase, setLowercase] = useState(stored.lowercase ?? false);
  const [separator, setSeparator] = useState<Separator>(stored.separator ?? 'any');
  const [allowed, setAllowed] = useState<Partial<Record<UtmKey, string>>>(() =>
    Object.fromEntries(utmKeyValues.map((key) => [key, textOfValues(stored.allowed?.[key] ?? [])])),
  );
  const save = useMutation({
    mutationFn: () =>
      unwrap(
        api.PUT('/workspaces/{workspace}/utm-conventions', {
          params: { path: { workspace } },
          body: {
            enabled,
            required: [...required],
            lowercase,
            separator: SEPARATORS[separator],
            allowed: Object.fromEntries(
              utmKeyValues
                .map((key) => [key, allowedOf(allowed[key] ?? '', stored.allowed?.[key])] as const)
                .filter(([, values]) => values !== undefined),
            ),
          },
        }),
      ),
    onSuccess: async () => {
      toast(t.saved);
      await queries.invalidateQueries({ queryKey: ['utm-conventions', workspace] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      <fieldset className="checks">
        <legend>{t.rules}</legend>
        <label className="check">
          <input type="checkbox" checked={enabled} onChange={({ target }) => setEnabled(target.checked)} />
          {t.markLinks}
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={lowercase}
            onChange={({ target }) => setLowercase(target.checked)}
          />
          {t.lowercase}
        </label>
      </fieldset>
      <SeparatorChoice value={separator} onValue={setSeparator} />
      <RequiredChoice chosen={required} onChoose={setRequired} />
      {utmKeyValues.map((key) => (
        <Field
          key={key}
          label={t.allowedValues(`utm_${key}`)}
          hint={key === 'source' ? t.allowedHint : undefined}
          value={allowed[key] ?? ''}
          onValue={(value) => setAllowed({ ...allowed, [key]: value })}
          error={allowedErrorOf(save.error, key)}
        />
      ))}
      <FormError error={save.error} shown={shownIn(save.error)} />
      {isEditable && (
        <div className="form-actions">
          <Button type="submit" kind="primary" isBusy={save.isPending}>
            {t.save}
          </Button>
        </div>
      )}
    </form>
  );
}

export function ConventionsSection() {
  const t = useTexts(settingsTexts);
  const { id: workspace, role } = useWorkspace();
  const stored = useQuery({
    queryKey: ['utm-conventions', workspace],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/workspaces/{workspace}/utm-conventions', { params: { path: { workspace } }, signal })),
  });
  if (!stored.data) {
    if (stored.error) return <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />;
    return <LoadingPage />;
  }
  return (
    <Section title={t.conventions} hint={t.conventionsHint}>
      {!stored.data.isInPlan && <p className="notice notice-warning">{t.notInPlan}</p>}
      <ConventionsForm
        stored={stored.data.conventions ?? {}}
        isEditable={role === 'owner' || role === 'admin'}
      />
    </Section>
  );
}
