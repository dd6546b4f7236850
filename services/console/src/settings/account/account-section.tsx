// The person's own account: address, password, language, theme, sessions, export and deletion.

import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client';
import { chooseLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../i18n/language';
import { useLanguage, useTexts } from '../../i18n/texts';
import { useMe } from '../../session/session';
import { chooseTheme, THEMES, useTheme } from '../../theme/theme';
import { Button } from '../../ui/button';
import { DownloadLink } from '../../ui/download-link';
import { FormError } from '../../ui/form-error';
import { Select } from '../../ui/select';
import { Section } from '../section';
import { accountTexts } from './account-texts';
import { DeleteAccount } from './delete-account';
import { PasskeysCard } from './passkeys-card';
import { PasswordCard } from './password-card';
import { SecondFactorCard } from './second-factor-card';
import { SessionsCard } from './sessions-card';

const LANGUAGE_OPTIONS = LANGUAGES.map((value) => ({ value, name: LANGUAGE_NAMES[value] }));

function AddressCard() {
  const t = useTexts(accountTexts);
  const { data: me } = useMe();
  const sendVerification = useMutation({ mutationFn: () => unwrap(api.POST('/me/email-proof', {})) });
  return (
    <Section title={t.address}>
      <p>
        {me?.email}{' '}
        {me && (
          <span className={`badge badge-${me.isEmailProven ? 'good' : 'warning'}`}>
            {me.isEmailProven ? t.verified : t.unverified}
          </span>
        )}
      </p>
      {me?.isEmailProven === false && (
        <>
          <p className="hint">{t.unverifiedHint}</p>
          <FormError error={sendVerification.error} />
          <div className="form-actions">
            <Button isBusy={sendVerification.isPending} onClick={() => sendVerification.mutate()}>
              {t.sendVerification}
            </Button>
          </div>
          <p role="status">{sendVerification.isSuccess ? t.verificationSent : ''}</p>
        </>
      )}
    </Section>
  );
}

function LooksCard() {
  const t = useTexts(accountTexts);
  const language = useLanguage();
  const theme = useTheme();
  return (
    <Section title={t.looks}>
      <div className="form-row">
        <Select label={t.language} value={language} options={LANGUAGE_OPTIONS} onValue={chooseLanguage} />
        <Select
          label={t.theme}
          value={theme}
          options={THEMES.map((value) => ({ value, name: t[value] }))}
          onValue={chooseTheme}
        />
      </div>
    </Section>
  );
}

export function AccountSection() {
  const t = useTexts(accountTexts);
  return (
    <>
      <AddressCard />
      <PasswordCard />
      <PasskeysCard />
      <SecondFactorCard />
      <LooksCard />
      <SessionsCard />
      <Section title={t.export} hint={t.exportHint}>
        <div className="form-actions">
          <DownloadLink className="button" href="/x/me/export">
            {t.download}
          </DownloadLink>
        </div>
      </Section>
      <DeleteAccount />
    </>
  );
}
