import { catalogue } from '../i18n/texts';

export const linkTexts = catalogue(
  {
    active: 'Active',
    paused: 'Paused',
    restricted: 'Restricted',
    unsafe: 'Unsafe',
    pausedWhy: 'Paused: visitors are told that the link is switched off. Resume it to let them through.',
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
    restricted: 'Eingeschränkt',
    unsafe: 'Unsicher',
    pausedWhy:
      'Pausiert: Besuchern wird gesagt, dass der Link abgeschaltet ist. Setzen Sie ihn fort, um sie durchzulassen.',
    restrictedWhy:
      'Eingeschränkt: Der Dienst hat diesen Link nach seinen Regeln gegen Missbrauch angehalten. Besucher sehen einen Hinweis statt des Ziels, und er lässt sich weder umbenennen noch löschen.',
    unsafeWhy: 'Unsicher: Das Ziel ist gekennzeichnet. Besucher sehen eine Warnung statt des Ziels.',
    alsoPaused: 'Außerdem ist er pausiert.',
    destination: 'Ziel',
    punycode:
      'Dieser Hostname hat Zeichen außerhalb von ASCII. Er wird so gezeigt, wie Browser ihn nachschlagen.',
  },
);
