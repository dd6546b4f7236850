/** A refusal that no field says: it gets the focus, so that it is read. */
export function Refused({ words }: { words: string | undefined }) {
  if (words === undefined) return null;
  return (
    <p className="field-error" tabIndex={-1} data-refused="">
      {words}
    </p>
  );
}
