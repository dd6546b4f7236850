// The form for a new or an existing link. A controlled form: it reports changes and saves nothing.

import { type ReactNode, type SubmitEvent, Suspense, useEffect, useRef } from 'react';
import { wordsAtField } from '../api/api-error';
import { useTexts } from '../i18n/texts';
import { Destination } from '../link/destination';
import { destinationPartsOf } from '../link/destination-parts';
import { linkTexts } from '../link/link-texts';
import { scanUrlOf, shortNameOf } from '../link/link-address';
import { withScheme } from '../link/with-scheme';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { FormError } from '../ui/form-error';
import { lazyPart } from '../ui/lazy-part';
import { useDomains } from '../workspace/use-domains';
import { AddressFields } from './address-fields';
import { ConditionsSection } from './conditions/conditions-section';
import { errorAt, refusedField } from './field-errors';
import { LabelFields } from './label-fields';
import type { LinkDraft } from './link-draft';
import { linkFormTexts } from './link-form-texts';
import { PasswordFields } from './password-fields';
import { useDraftValidation } from './use-draft-validation';
import { UtmFields } from './utm-fields';
import { WindowFields } from './window-fields';
import './link-form.css';

const QrPicture = lazyPart(() => import('../qr/qr-picture'));

type Props = {
  draft: LinkDraft;
  onDraft: (change: Partial<LinkDraft>) => void;
  /** The link before the edit; undefined for a new link. */
  saved?: LinkDraft;
  /** The last error of saving. */
  error: unknown;
  isBusy: boolean;
  submit: string;
  onSubmit: () => void;
  onCancel: () => void;
  /** Shown above the buttons. */
  children?: ReactNode;
};

function LeadsTo({ url, isUnsafe }: { url: string; isUnsafe: boolean }) {
  const t = useTexts(linkFormTexts);
  const words = useTexts(linkTexts);
  const parts = destinationPartsOf(withScheme(url));
  return (
    <div className="leads-to" role="status">
      {parts && (
        <p className="hint">
          {t.leadsTo} <Destination url={withScheme(url)} />
        </p>
      )}
      {parts?.isForeign && <p className="notice notice-warning">{words.punycode}</p>}
      {isUnsafe && <p className="notice notice-danger">{t.unsafe}</p>}
    </div>
  );
}

function QrSide({ domain, slug }: { domain: string; slug: string }) {
  const t = useTexts(linkFormTexts);
  const name = shortNameOf({ domain, slug });
  return (
    <div className="form-qr">
      {slug === '' || domain === '' ? (
        <p className="hint">{t.noQr}</p>
      ) : (
        <Suspense fallback={null}>
          <QrPicture text={scanUrlOf({ domain, slug })} name={t.qrOf(name)} />
          <p className="hint">{name}</p>
        </Suspense>
      )}
    </div>
  );
}

export function LinkForm(props: Props) {
  const { draft, onDraft, saved, error, isBusy, submit, onSubmit, onCancel, children } = props;
  const t = useTexts(linkFormTexts);
  const form = useRef<HTMLFormElement>(null);
  const { standard, domains } = useDomains();
  const { validation, isOfThis, question } = useDraftValidation(draft, saved);
  // the field that a refusal names gets the focus
  useEffect(() => {
    if (error && refusedField(error))
      form.current?.querySelector<HTMLElement>('[aria-invalid], [data-refused]')?.focus();
  }, [error]);
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  const isAsked = question.slug !== undefined;
  const slugError = errorAt(error, 'slug') ?? (isAsked && isOfThis ? validation?.slug?.error : undefined);
  const validationError = question.url !== undefined && isOfThis ? validation?.url?.error : undefined;
  const urlError = errorAt(error, 'url') ?? (validationError && wordsAtField(validationError));
  const domain = saved?.zoneDomain ?? (draft.zoneDomain || standard || domains[0] || '');
  return (
    <form ref={form} className="link-form" noValidate onSubmit={submitted}>
      <div className="form">
        <Field
          label={t.destination}
          hint={draft.url === '' ? t.destinationHint : undefined}
          error={urlError}
          value={draft.url}
          onValue={(url) => onDraft({ url })}
          onBlur={() => onDraft({ url: withScheme(draft.url) })}
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          data-autofocus=""
        />
        <LeadsTo url={draft.url} isUnsafe={validation?.isUnsafe ?? false} />
        <AddressFields
          draft={draft}
          onDraft={onDraft}
          fixedDomain={saved?.zoneDomain}
          hint={saved ? t.renameHint : t.slugHint}
          isChecking={isAsked && !isOfThis}
          isFree={isAsked && isOfThis ? validation?.slug === null && slugError === undefined : undefined}
          errors={{ slug: slugError, zoneDomain: errorAt(error, 'zoneDomain') }}
        />
        <Field
          label={t.title}
          hint={t.titleHint}
          error={errorAt(error, 'title')}
          value={draft.title}
          onValue={(title) => onDraft({ title })}
          maxLength={256}
          autoComplete="off"
        />
        <UtmFields url={draft.url} drift={validation?.utmDrift ?? null} onUrl={(url) => onDraft({ url })} />
        <LabelFields draft={draft} onDraft={onDraft} error={error} />
        <WindowFields draft={draft} onDraft={onDraft} error={error} />
        <PasswordFields draft={draft} onDraft={onDraft} saved={saved} error={error} />
        <ConditionsSection draft={draft} onDraft={onDraft} url={draft.url} error={error} />
      </div>
      <QrSide domain={domain} slug={draft.slug || (saved?.slug ?? '')} />
      <div className="link-form-end">
        {children}
        <FormError error={refusedField(error) ? undefined : error} />
        <div className="dialog-actions">
          <Button onClick={onCancel}>{t.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {submit}
          </Button>
        </div>
      </div>
    </form>
  );
}
