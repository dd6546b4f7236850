// Domain and slug: the short link itself, and whether it is free.

import { useQuery } from '@tanstack/react-query';
import { api, take } from '../api/client';
import { useTexts } from '../i18n/texts';
import { Field } from '../ui/field';
import { Select } from '../ui/select';
import { useWorkspace } from '../workspace/workspace-gate';
import type { LinkDraft } from './link-draft';
import { linkFormTexts } from './link-form-texts';

/** Domains that new links can have, and the one that they get by default. */
export function useDomains(): { domains: readonly string[]; standard: string | undefined } {
  const { id: workspace } = useWorkspace();
  const { data } = useQuery({
    queryKey: ['zones', workspace],
    queryFn: ({ signal }) =>
      take(api.GET('/workspaces/{workspace}/zones', { params: { path: { workspace } }, signal })),
  });
  const own = (data?.user ?? []).filter((zone) => zone.isEnabled && zone.ownershipState === 'verified');
  const zones = [...own, ...(data?.global ?? []).filter((zone) => zone.isEnabled)];
  const standard = zones.find((zone) => zone.isDefault)?.domain;
  return { domains: [...new Set(zones.map((zone) => zone.domain))], standard };
}

type Props = {
  draft: LinkDraft;
  onDraft: (change: Partial<LinkDraft>) => void;
  /** The domain of a link that exists stays. */
  fixedDomain: string | undefined;
  hint: string;
  /** Undefined: not asked, or not answered yet. */
  isFree: boolean | undefined;
  isChecking: boolean;
  errors: { slug: string | undefined; zoneDomain: string | undefined };
};

export function AddressFields({ draft, onDraft, fixedDomain, hint, isFree, isChecking, errors }: Props) {
  const t = useTexts(linkFormTexts);
  const { domains, standard } = useDomains();
  const domain = fixedDomain ?? (draft.zoneDomain || standard || domains[0] || '');
  const hasChoice = fixedDomain === undefined && domains.length > 1;
  const said = isChecking ? t.checking : isFree ? t.free : hint;
  return (
    <div className="address-fields">
      {hasChoice && (
        <div>
          <Select
            label={t.domain}
            value={domain}
            options={domains.map((value) => ({ value, name: value }))}
            onValue={(zoneDomain) => onDraft({ zoneDomain })}
          />
          {errors.zoneDomain && <p className="field-error">{errors.zoneDomain}</p>}
        </div>
      )}
      <div className={isFree ? 'is-free' : undefined}>
        <Field
          label={t.slug}
          before={hasChoice ? '/' : `${domain}/`}
          hint={<span role="status">{said}</span>}
          error={errors.slug ?? (hasChoice ? undefined : errors.zoneDomain)}
          value={draft.slug}
          onValue={(slug) => onDraft({ slug: slug.trim() })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={1024}
        />
      </div>
    </div>
  );
}
