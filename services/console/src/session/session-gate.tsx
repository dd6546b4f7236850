// Shows the app to signed-in people. Without a session it leads to the sign-in page. A session that ends while a page
// is open is renewed in a dialog over it, so that nothing that was typed is lost.

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { isSignedOut } from '../api/api-error';
import { useTexts } from '../i18n/texts';
import { Dialog } from '../ui/dialog';
import { RenewsSession } from '../ui/form-error';
import { ErrorState, LoadingPage } from '../ui/states';
import { useMe } from './session';
import { sessionTexts } from './session-texts';
import { SignInForm } from './sign-in-form';

/** Whether a response said that the session has ended. */
function useHasEnded(): [boolean, () => void] {
  const queries = useQueryClient();
  const [hasEnded, setEnded] = useState(false);
  useEffect(() => {
    const look = (error: unknown) => {
      if (isSignedOut(error)) setEnded(true);
    };
    // only new errors: a refused query keeps its error while it is shown, and its other changes are events too
    const unsubscribe = [
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
      }),
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
      }),
    ];
    return () => unsubscribe.forEach((one) => one());
  }, [queries]);
  return [hasEnded, () => setEnded(false)];
}

export function SessionGate({ children }: { children: ReactNode }) {
  const { data: me, error, refetch } = useMe();
  const [hasEnded, renewed] = useHasEnded();
  const [location] = useLocation();
  const t = useTexts(sessionTexts);
  if (me)
    return (
      <>
        <RenewsSession value={true}>{children}</RenewsSession>
        {hasEnded && (
          <Dialog title={t.sessionEnded} onClose={renewed}>
            <p>{t.sessionEndedWhy}</p>
            <SignInForm email={me.email} onSignedIn={renewed} />
          </Dialog>
        )}
      </>
    );
  if (isSignedOut(error)) {
    const after = location === '/' ? '' : `?after=${encodeURIComponent(location + window.location.search)}`;
    return <Redirect to={`/sign-in${after}`} replace />;
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <LoadingPage />;
}
