// Replaces a workspace that requires a second factor for a member without one, who can add it here.

import { PasskeysCard } from '../settings/account/passkeys-card';
import { SecondFactorCard } from '../settings/account/second-factor-card';
import { useTexts } from '../i18n/texts';
import { workspaceTexts } from '../workspace/workspace-texts';

export default function SecondFactorGate({ name }: { name: string }) {
  const t = useTexts(workspaceTexts);
  return (
    <main className="entrance">
      <h1>{t.secondFactorRequired(name)}</h1>
      <p>{t.secondFactorHint}</p>
      <PasskeysCard />
      <SecondFactorCard />
      <p>
        <a href="/app/">{t.toLinks}</a>
      </p>
    </main>
  );
}
