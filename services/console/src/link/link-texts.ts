import { catalogue } from '../i18n/texts';

export const linkTexts = catalogue(
  {
    active: 'Active',
    paused: 'Paused',
    scheduled: 'Not begun',
    ended: 'Ended',
    restricted: 'Restricted',
    unsafe: 'Unsafe',
    pausedWhy: 'Paused: visitors find no link. Resume it to let them through.',
    begins: (moment: string) => `Begins ${moment}. Until then visitors find no link.`,
    ends: (moment: string) => `Ends ${moment}.`,
    conditional: (rules: number, variants: number) =>
      [
        rules === 0
          ? ''
          : rules === 1
            ? 'One rule leads visitors elsewhere.'
            : `${rules} rules lead visitors elsewhere.`,
        variants === 0 ? '' : `Visitors are spread over ${variants} destinations.`,
      ]
        .filter(Boolean)
        .join(' '),
    guarded: 'Visitors are asked for its password.',
    endedAt: (moment: string) => `Ended ${moment}. Visitors are told so.`,
    endedTo: (moment: string) => `Ended ${moment}. Visitors are led to another address and not counted.`,
    restrictedWhy:
      'Restricted: the service stopped this link under its abuse policy. Visitors get a notice in place of the destination, and it can be neither renamed nor deleted.',
    unsafeWhy: 'Unsafe: the destination is flagged. Visitors get a warning in place of the destination.',
    alsoPaused: 'It is paused as well.',
    destination: 'Destination',
    punycode: 'This host has letters beyond ASCII. It is shown as browsers look it up.',
  },
  {
    active: 'Aktiv',
    paused: 'Pausiert',
    scheduled: 'Noch nicht begonnen',
    ended: 'Beendet',
    restricted: 'Eingeschränkt',
    unsafe: 'Unsicher',
    pausedWhy: 'Pausiert: Besucher finden keinen Link. Setzen Sie ihn fort, um sie durchzulassen.',
    begins: (moment: string) => `Beginnt am ${moment}. Bis dahin finden Besucher keinen Link.`,
    ends: (moment: string) => `Endet am ${moment}.`,
    conditional: (rules: number, variants: number) =>
      [
        rules === 0
          ? ''
          : rules === 1
            ? 'Eine Regel führt Besucher woandershin.'
            : `${rules} Regeln führen Besucher woandershin.`,
        variants === 0 ? '' : `Besucher werden auf ${variants} Ziele verteilt.`,
      ]
        .filter(Boolean)
        .join(' '),
    guarded: 'Besucher werden nach seinem Passwort gefragt.',
    endedAt: (moment: string) => `Beendet am ${moment}. Besucher erfahren das.`,
    endedTo: (moment: string) =>
      `Beendet am ${moment}. Besucher werden zu einer anderen Adresse geführt und nicht gezählt.`,
    restrictedWhy:
      'Eingeschränkt: Der Dienst hat diesen Link nach seinen Regeln gegen Missbrauch angehalten. Besucher sehen einen Hinweis statt des Ziels, und er lässt sich weder umbenennen noch löschen.',
    unsafeWhy: 'Unsicher: Das Ziel ist gekennzeichnet. Besucher sehen eine Warnung statt des Ziels.',
    alsoPaused: 'Außerdem ist er pausiert.',
    destination: 'Ziel',
    punycode:
      'Dieser Hostname hat Zeichen außerhalb von ASCII. Er wird so gezeigt, wie Browser ihn nachschlagen.',
  },
);
