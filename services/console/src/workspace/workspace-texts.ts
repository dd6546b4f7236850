import { catalogue } from '../i18n/texts';

export const workspaceTexts = catalogue(
  {
    noWorkspace: 'You are not a member of this workspace, or it no longer exists.',
    toLinks: 'Go to links',
  },
  {
    noWorkspace: 'Sie sind kein Mitglied dieses Workspace, oder es gibt ihn nicht mehr.',
    toLinks: 'Zu den Links',
  },
);
