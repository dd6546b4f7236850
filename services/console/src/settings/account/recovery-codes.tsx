import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { secondFactorTexts } from './second-factor-texts';

/** Shown once; kept by the person. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTexts(secondFactorTexts);
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`;
  return (
    <div role="status">
      <p>{t.codesHint}</p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="form-actions">
        <a className="button" href={file} download="kurz-recovery-codes.txt">
          {t.download}
        </a>
        <CopyButton text={codes.join('\n')} name={t.codes} />
        <Button kind="primary" onClick={onDone}>
          {t.kept}
        </Button>
      </div>
    </div>
  );
}
