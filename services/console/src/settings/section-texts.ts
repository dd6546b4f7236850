import { catalogue } from '../i18n/texts';

/** Names of the settings' pages, by section. */
export const sectionTexts = catalogue(
  {
    ofWorkspace: 'Workspace',
    ofPerson: 'You',
    workspace: 'General',
    members: 'Members',
    domains: 'Domains',
    tokens: 'API tokens',
    conventions: 'UTM conventions',
    tags: 'Tags',
    imports: 'Import and export',
    audit: 'Audit log',
    account: 'Account',
    userTokens: 'My tokens',
  },
  {
    ofWorkspace: 'Workspace',
    ofPerson: 'Sie',
    workspace: 'Allgemein',
    members: 'Mitglieder',
    domains: 'Domains',
    tokens: 'API-Tokens',
    conventions: 'UTM-Regeln',
    tags: 'Tags',
    imports: 'Import und Export',
    audit: 'Protokoll',
    account: 'Konto',
    userTokens: 'Meine Tokens',
  },
);

/** Pages of the settings: their addresses below `/settings`, in the order of the navigation. */
export const SECTION_PATHS = {
  ofWorkspace: {
    workspace: 'workspace',
    members: 'members',
    domains: 'domains',
    tokens: 'tokens',
    conventions: 'utm',
    tags: 'tags',
    imports: 'imports',
    audit: 'audit',
  },
  ofPerson: { account: 'account', userTokens: 'my-tokens' },
} as const;
