// Signs in by a passkey only: with a button, and offered in the field for the e-mail address.

import { useEffect } from 'react';
import { endOffer, hasPasskeys, offersPasskeys } from '../browser/passkeys';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { FormError } from '../ui/form-error';
import { usePasskeyOffer, useSignInByPasskey } from './session';
import { sessionTexts } from './session-texts';

/** `isOffered`: whether the page has a field for the e-mail address, which can offer passkeys. */
export function PasskeyButton({ isOffered, onSignedIn }: { isOffered: boolean; onSignedIn: () => void }) {
  const t = useTexts(sessionTexts);
  const asked = useSignInByPasskey(onSignedIn);
  const { mutate: offer, error: refusal } = usePasskeyOffer(onSignedIn);
  useEffect(() => {
    if (!isOffered) return;
    let isLeft = false;
    void offersPasskeys().then((isPossible) => isPossible && !isLeft && offer());
    return () => {
      isLeft = true;
      void endOffer();
    };
  }, [isOffered, offer]);
  if (!hasPasskeys()) return null;
  return (
    <div className="form">
      <FormError error={asked.error ?? refusal} />
      <Button isBusy={asked.isPending} onClick={() => asked.mutate()}>
        {t.signInByPasskey}
      </Button>
    </div>
  );
}
