import { withScheme } from '../../link/with-scheme';
import { Field } from '../../ui/field';

type Props = { label: string; url: string; onUrl: (url: string) => void; error: string | undefined };

/** A destination of a rule or a split. */
export function DestinationField({ label, url, onUrl, error }: Props) {
  return (
    <Field
      label={label}
      type="url"
      inputMode="url"
      placeholder="https://"
      autoComplete="off"
      value={url}
      onValue={onUrl}
      onBlur={() => withScheme(url) !== url && onUrl(withScheme(url))}
      error={error}
    />
  );
}
