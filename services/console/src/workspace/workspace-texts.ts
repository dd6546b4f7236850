import { catalogue } from '../i18n/texts';

export const workspaceTexts = catalogue(
  {
    noWorkspace: 'You are not a member of this workspace, or it no longer exists.',
    toLinks: 'Go to links',
    inTransfer:
      'The ownership of this workspace is being transferred. Until that ends, nothing in it can be changed.',
    offeredToYou: 'This workspace is offered to you. Who accepts becomes its owner.',
    accept: 'Accept the workspace',
    decline: 'Decline',
    accepted: 'The workspace is yours now.',
    declined: 'You declined the workspace. It stays with its owner.',
    newWorkspace: 'New workspace',
    name: 'Name',
    create: 'Create the workspace',
    cancel: 'Cancel',
    secondFactorRequired: (name: string) => `“${name}” requires a second factor`,
    secondFactorHint: 'Add one to your account, and the workspace opens.',
  },
  {
    noWorkspace: 'Sie sind kein Mitglied dieses Workspace, oder es gibt ihn nicht mehr.',
    toLinks: 'Zu den Links',
    inTransfer: 'Dieser Workspace wird gerade übergeben. Bis das endet, lässt sich darin nichts ändern.',
    offeredToYou: 'Dieser Workspace wird Ihnen angeboten. Wer annimmt, wird sein Inhaber.',
    accept: 'Workspace annehmen',
    decline: 'Ablehnen',
    accepted: 'Der Workspace gehört jetzt Ihnen.',
    declined: 'Sie haben den Workspace abgelehnt. Er bleibt bei seinem Inhaber.',
    newWorkspace: 'Neuer Workspace',
    name: 'Name',
    create: 'Workspace anlegen',
    cancel: 'Abbrechen',
    secondFactorRequired: (name: string) => `„${name}“ verlangt einen zweiten Faktor`,
    secondFactorHint: 'Richten Sie einen für Ihr Konto ein, dann öffnet sich der Workspace.',
  },
);
