// Domain and slug: the short link itself, and whether it is free.

import { useTexts } from '../i18n/texts';
import { Field } from '../ui/field';
import { Select } from '../ui/select';
import { useDomains } from '../workspace/use-domains';
import type { LinkDraft } from './link-draft';
import { linkFormTexts } from './link-form-texts';

type Props = {
  draft: LinkDraft;
  onDraft: (change: Partial<LinkDraft>) => void;
  /** The domain of an existing link, which cannot be changed. */
  fixedDomain: string | undefined;
  hint: string;
  /** Undefined when it was not asked, or is not answered yet. */
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
