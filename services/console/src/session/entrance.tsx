// The frame of pages without a session: the product's name and one card.

import { type ReactNode, useEffect, useState } from 'react';
import { decoded } from '../browser/decoded';
import { chooseLanguage, LANGUAGES } from '../i18n/language';
import { useLanguage, useTexts } from '../i18n/texts';
import { Logo } from '../ui/logo';
import { sessionTexts } from './session-texts';

const NAMES = { en: 'English', de: 'Deutsch' };

export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  const t = useTexts(sessionTexts);
  const language = useLanguage();
  return (
    <main className="entrance">
      <div className="entrance-head">
        <Logo />
        <p>{t.welcome}</p>
      </div>
      <section className="card" aria-labelledby="entrance-title">
        <h1 id="entrance-title">{title}</h1>
        {children}
      </section>
      <div className="entrance-languages">
        {LANGUAGES.map((one) => (
          <button
            key={one}
            type="button"
            lang={one}
            aria-pressed={one === language}
            className="link-button"
            onClick={() => chooseLanguage(one)}
          >
            {NAMES[one]}
          </button>
        ))}
      </div>
    </main>
  );
}

/** The secret behind the `#` of a mailed or printed link. It is taken out of the address at once. */
function takeSecret(): string | undefined {
  const secret = window.location.hash.replace(/^#(token=)?/, '');
  if (secret === '') return undefined;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return decoded(secret);
}

/** Also the secret of a link that is opened in this tab later, because another fragment does not reload the page. */
export function useSecret(): string | undefined {
  const [secret, setSecret] = useState(takeSecret);
  useEffect(() => {
    const look = () => {
      const next = takeSecret();
      if (next !== undefined) setSecret(next);
    };
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);
  return secret;
}
