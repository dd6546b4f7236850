// Every path of the web app's endpoints, below /x, in one place: the route makers take them from here.

const workspace = '/workspaces/:workspace';

export const consolePaths = {
  session: '/session',
  sessionRefresh: '/session/refresh',
  sessions: '/sessions',
  me: '/me',
  password: '/me/password',
  invitationReading: '/invitations/read',
  invitationAcceptance: '/invitations/accept',
  invitationSignUp: '/invitations/sign-up',
  userTokens: '/tokens',
  userToken: '/tokens/:token',
  workspaces: '/workspaces',
  workspace,
  plan: `${workspace}/plan`,
  members: `${workspace}/members`,
  member: `${workspace}/members/:user`,
  invitations: `${workspace}/invitations`,
  invitation: `${workspace}/invitations/:invitation`,
  transfer: `${workspace}/transfer`,
  transferAcceptance: `${workspace}/transfer/accept`,
  workspaceTokens: `${workspace}/tokens`,
  workspaceToken: `${workspace}/tokens/:token`,
  zones: `${workspace}/zones`,
  zone: `${workspace}/zones/:zone`,
  zoneVerification: `${workspace}/zones/:zone/verify`,
  zoneDefault: `${workspace}/zones/:zone/default`,
  utmConventions: `${workspace}/utm-conventions`,
  urls: `${workspace}/urls`,
  url: `${workspace}/urls/:slug`,
  /** In the personal workspace, or in the one that X-Workspace-Id names. */
  urlStats: '/urls/:slug/stats',
} as const;
