import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';
import { api, take } from '../api/client';
import { useTexts } from '../i18n/texts';
import { FormError } from '../ui/form-error';
import { Entrance, useSecret } from './entrance';
import { sessionTexts } from './session-texts';
import { SignInForm } from './sign-in-form';

export function EmailProofPage() {
  const t = useTexts(sessionTexts);
  const secret = useSecret();
  // a query and not an effect, because StrictMode runs effects twice, and the secret is valid for one use
  const proof = useQuery({
    queryKey: ['email-proof', secret],
    enabled: secret !== undefined,
    retry: false,
    staleTime: Infinity,
    queryFn: async () => {
      await take(api.POST('/me/email-proof/confirm', { body: { secret: secret ?? '' } }));
      return true;
    },
  });
  // The mail was opened in a browser without a session. The sign-in refetches all queries, this one with its secret.
  if (proof.error instanceof ApiError && proof.error.status === 401)
    return (
      <Entrance title={t.proofTitle}>
        <p>{t.signInToProve}</p>
        <SignInForm onSignedIn={() => undefined} />
      </Entrance>
    );
  const said = secret === undefined ? t.linkMissing : proof.data ? t.proofDone : t.proofDoing;
  return (
    <Entrance title={t.proofTitle}>
      {proof.error ? <FormError error={proof.error} /> : <p role="status">{said}</p>}
      <p>
        <a href="/app/">{t.toApp}</a>
      </p>
    </Entrance>
  );
}
