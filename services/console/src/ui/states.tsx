// The states of a page without content: loading, empty, refused or not reached.

import type { ReactNode } from 'react';
import { catalogue, useTexts } from '../i18n/texts';
import { Button } from './button';
import { useErrorText } from './error-text';

const texts = catalogue(
  { loading: 'Loading …', again: 'Try again' },
  { loading: 'Wird geladen …', again: 'Noch einmal versuchen' },
);

export function LoadingPage() {
  const t = useTexts(texts);
  return (
    <div className="state" role="status">
      <span className="spinner" aria-hidden="true" />
      <span className="visually-hidden">{t.loading}</span>
    </div>
  );
}

export function EmptyState({
  title,
  isPage = false,
  children,
  action,
}: {
  title: string;
  /** The state is the whole page, so its title is the page's heading. */
  isPage?: boolean;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="state">
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
      {action && <div>{action}</div>}
    </div>
  );
}

export function TryAgain({ onRetry }: { onRetry: () => void }) {
  const t = useTexts(texts);
  return <Button onClick={onRetry}>{t.again}</Button>;
}

export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const textOf = useErrorText();
  return (
    <div className="state" role="alert">
      <p>{textOf(error)}</p>
      {onRetry && <TryAgain onRetry={onRetry} />}
    </div>
  );
}
