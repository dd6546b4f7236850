import { useLocation, useSearchParams } from 'wouter';
import { useTexts } from '../i18n/texts';
import { Entrance } from './entrance';
import { sessionTexts } from './session-texts';
import { SignInForm } from './sign-in-form';

/** A page of the app only: an address of elsewhere is not followed. */
const pageOf = (after: string | null) => (after !== null && /^\/(?![/\\])/.test(after) ? after : '/');

export function SignInPage() {
  const t = useTexts(sessionTexts);
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  return (
    <Entrance title={t.signIn}>
      <SignInForm onSignedIn={() => navigate(pageOf(search.get('after')), { replace: true })} />
      <p>
        <a href="/app/password-reset">{t.forgot}</a>
      </p>
    </Entrance>
  );
}
