import { catalogue } from '../../i18n/texts';

export const passkeyTexts = catalogue(
  {
    title: 'Passkeys',
    hint: 'A passkey on your phone, computer or security key signs you in by finger, face or PIN, without a password. Beside a password it is your second factor.',
    unknown: 'This browser cannot use passkeys.',
    name: 'Name of the passkey',
    nameHint: 'So that you know it again, such as “Phone” or “Key at work”.',
    add: 'Add a passkey',
    added: 'The passkey is added.',
    addedAt: (moment: string) => `Added ${moment}`,
    usedAt: (moment: string) => `last used ${moment}`,
    neverUsed: 'never used',
    synced: 'on your other devices as well',
    rename: 'Rename',
    renameNamed: (name: string) => `Rename the passkey “${name}”`,
    save: 'Save',
    remove: 'Remove',
    removeNamed: (name: string) => `Remove the passkey “${name}”`,
    removeHint:
      'It does not sign you in any more. Delete it on your device as well, so that your browser does not offer it.',
  },
  {
    title: 'Passkeys',
    hint: 'Ein Passkey auf Ihrem Telefon, Rechner oder Sicherheitsschlüssel meldet Sie mit Finger, Gesicht oder PIN an, ohne Passwort. Neben einem Passwort ist er Ihr zweiter Faktor.',
    unknown: 'Dieser Browser kann keine Passkeys benutzen.',
    name: 'Name des Passkeys',
    nameHint: 'Damit Sie ihn wiedererkennen, etwa „Telefon“ oder „Schlüssel im Büro“.',
    add: 'Passkey hinzufügen',
    added: 'Der Passkey ist hinzugefügt.',
    addedAt: (moment: string) => `Hinzugefügt am ${moment}`,
    usedAt: (moment: string) => `zuletzt benutzt am ${moment}`,
    neverUsed: 'noch nie benutzt',
    synced: 'auch auf Ihren anderen Geräten',
    rename: 'Umbenennen',
    renameNamed: (name: string) => `Passkey „${name}“ umbenennen`,
    save: 'Speichern',
    remove: 'Entfernen',
    removeNamed: (name: string) => `Passkey „${name}“ entfernen`,
    removeHint:
      'Er meldet Sie nicht mehr an. Löschen Sie ihn auch auf Ihrem Gerät, damit Ihr Browser ihn nicht mehr anbietet.',
  },
);
