/** A refusal that no field shows. It gets the focus, so that a screen reader reads it. */
export function Refused({ words }: { words: string | undefined }) {
  if (words === undefined) return null;
  return (
    <p className="field-error" tabIndex={-1} data-refused="">
      {words}
    </p>
  );
}
