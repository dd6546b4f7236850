import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';
import { api, unwrap } from '../api/client';
import { useTexts } from '../i18n/texts';
import { FormError } from '../ui/form-error';
import { Entrance, useSecret } from './entrance';
import { sessionTexts } from './session-texts';
import { SignInForm } from './sign-in-form';

export function EmailVerificationPage() {
  const t = useTexts(sessionTexts);
  const secret = useSecret();
  // a query and not an effect, because StrictMode runs effects twice, and the secret is valid for one use
  const verification = useQuery({
    queryKey: ['email-verification', secret],
    enabled: secret !== undefined,
    retry: false,
    staleTime: Infinity,
    queryFn: async () => {
      await unwrap(api.POST('/me/email-proof/confirm', { body: { secret: secret ?? '' } }));
      return true;
    },
  });
  // The mail was opened in a browser without a session. The sign-in refetches all queries, this one with its secret.
  if (verification.error instanceof ApiError && verification.error.status === 401)
    return (
      <Entrance title={t.verificationTitle}>
        <p>{t.signInToVerify}</p>
        <SignInForm onSignedIn={() => undefined} />
      </Entrance>
    );
  const said =
    secret === undefined ? t.linkMissing : verification.data ? t.verificationDone : t.verificationRunning;
  return (
    <Entrance title={t.verificationTitle}>
      {verification.error ? <FormError error={verification.error} /> : <p role="status">{said}</p>}
      <p>
        <a href="/app/">{t.toApp}</a>
      </p>
    </Entrance>
  );
}
