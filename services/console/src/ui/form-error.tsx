import { ApiError } from '../api/api-error';
import { useErrorText } from './error-text';

/** A refusal above a form's buttons, said aloud at once. Fields in `shown` say theirs themselves. */
export function FormError({ error, shown = [] }: { error: unknown; shown?: readonly string[] }) {
  const textOf = useErrorText();
  const isAtField = error instanceof ApiError && error.field !== undefined && shown.includes(error.field);
  return (
    <div role="alert">
      {error && !isAtField ? <p className="notice notice-danger">{textOf(error)}</p> : null}
    </div>
  );
}

/** The words of a refusal for the field it names; undefined for any other. */
export const fieldErrorOf = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError && error.field === field ? error.message : undefined;
