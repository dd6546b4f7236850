import { catalogue, useTexts } from '../i18n/texts';
import { Icon } from './icon';
import { toast } from './toast';

const texts = catalogue(
  {
    copy: (what: string) => `Copy ${what}`,
    copied: (what: string) => `Copied: ${what}`,
    refused: 'The browser did not allow copying. Please select the text and copy it.',
  },
  {
    copy: (what: string) => `${what} kopieren`,
    copied: (what: string) => `Kopiert: ${what}`,
    refused: 'Der Browser hat das Kopieren nicht erlaubt. Bitte markieren Sie den Text und kopieren Sie ihn.',
  },
);

/** Rejects when the browser refuses, or has no clipboard, as on plain HTTP pages. */
const write = async (text: string): Promise<void> => navigator.clipboard.writeText(text);

/** A function that copies a text and shows a notice. `name`: the text in the notice. */
export function useCopy(): (text: string, name?: string) => void {
  const t = useTexts(texts);
  return (text, name = text) =>
    void write(text).then(
      () => toast(t.copied(name)),
      () => toast(t.refused),
    );
}

export function CopyButton({ text, name = text }: { text: string; name?: string }) {
  const t = useTexts(texts);
  const copy = useCopy();
  return (
    <button type="button" className="icon-button" aria-label={t.copy(name)} onClick={() => copy(text, name)}>
      <Icon name="copy" />
    </button>
  );
}
