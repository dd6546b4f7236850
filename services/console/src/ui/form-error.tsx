import { createContext, useContext, useEffect, useRef } from 'react';
import { ApiError, isSignedOut, wordsAtField } from '../api/api-error';
import { useErrorText } from './error-text';
import { intoView } from './into-view';

/** Whether a dialog reports an ended session. Forms then do not, because they would still show it after the renewal. */
export const RenewsSession = createContext(false);

/**
 * A refusal above a form's buttons, which screen readers announce at once. Fields in `shown` show their refusals
 * themselves; the field at fault gets the focus, so that its text is read.
 */
export function FormError({ error, shown = [] }: { error: unknown; shown?: readonly string[] }) {
  const textOf = useErrorText();
  const container = useRef<HTMLDivElement>(null);
  const isSaidElsewhere = useContext(RenewsSession) && isSignedOut(error);
  const isAtField = error instanceof ApiError && error.field !== undefined && shown.includes(error.field);
  useEffect(() => {
    if (!isAtField) return;
    container.current
      ?.closest('form, dialog, section')
      ?.querySelector<HTMLElement>('[aria-invalid="true"]')
      ?.focus();
  }, [error, isAtField]);
  return (
    <div role="alert" ref={container}>
      {error && !isAtField && !isSaidElsewhere ? (
        <p ref={intoView} className="notice notice-danger">
          {textOf(error)}
        </p>
      ) : null}
    </div>
  );
}

/** The text of a refusal that names the field; undefined for any other refusal. */
export const fieldErrorOf = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError && error.field === field ? wordsAtField(error.message) : undefined;
