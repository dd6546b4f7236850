import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { ApiError } from '../api/api-error';
import { useTexts } from '../i18n/texts';
import { FormError } from '../ui/form-error';
import { Entrance, useSecret } from './entrance';
import { SecondFactorForm } from './second-factor-form';
import { type AskedFactor, useSignInByLink } from './session';
import { sessionTexts } from './session-texts';
import { SignInForm } from './sign-in-form';

/** Accepts only a page of the app, never an address elsewhere. */
const pageOf = (after: string | null) => (after !== null && /^\/(?![/\\])/.test(after) ? after : '/');

/** Secrets that were exchanged already. Each is exchanged once, but StrictMode runs effects twice. */
const exchanged = new Set<string>();

type ByLinkProps = { secret: string; onSignedIn: () => void; children: ReactNode };

function SignInByLink({ secret, onSignedIn, children }: ByLinkProps) {
  const t = useTexts(sessionTexts);
  const [asked, setAsked] = useState<AskedFactor>();
  const { mutate, error } = useSignInByLink({ onSignedIn, onSecondFactor: setAsked });
  useEffect(() => {
    if (exchanged.has(secret)) return;
    exchanged.add(secret);
    mutate(secret);
  }, [mutate, secret]);
  if (asked) {
    const onBack = () => setAsked(undefined);
    return <SecondFactorForm asked={asked} onSignedIn={onSignedIn} onBack={onBack} />;
  }
  if (!error) return <p role="status">{t.signingInByLink}</p>;
  return (
    <>
      {error instanceof ApiError && error.status === 404 ? (
        <div role="alert" className="notice notice-warning">
          <p>{t.linkUsed}</p>
          <p>{t.linkUsedHint}</p>
        </div>
      ) : (
        <FormError error={error} />
      )}
      <SignInForm onSignedIn={onSignedIn}>{children}</SignInForm>
    </>
  );
}

export function SignInPage() {
  const t = useTexts(sessionTexts);
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const secret = useSecret();
  const onSignedIn = () => navigate(pageOf(search.get('after')), { replace: true });
  const forgot = (
    <p>
      <a href="/app/password-reset">{t.forgot}</a>
    </p>
  );
  return (
    <Entrance title={t.signIn}>
      {secret === undefined ? (
        <SignInForm onSignedIn={onSignedIn}>{forgot}</SignInForm>
      ) : (
        <SignInByLink key={secret} secret={secret} onSignedIn={onSignedIn}>
          {forgot}
        </SignInByLink>
      )}
    </Entrance>
  );
}
