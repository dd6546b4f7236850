// The words that no slug may be, in any spelling of their letters. Kept short on purpose: `sale`, `help` and `jobs`
// are good slugs on somebody's own domain.

/** Paths of the service itself, today's and those it keeps room for. */
const PATHS = `
api apis app apps assets batch campaigns console csp-report dashboard docs events favicon graphql health healthcheck
health-check healthz kurz livez metrics openapi readyz robots session sessions settings sitemap static status urls
usage webhook webhooks well-known workspace workspaces www zone zones
`;

/** Names that make a short link pass for the service's staff. */
const STAFF = `
abuse admin administrator hostmaster moderator official postmaster root security support sysadmin webmaster
`;

/** Names that make a short link pass for a sign-in, a recovery or a payment page. */
const SIGN_IN = `
2fa account accounts account-recovery auth authenticate authentication authorize banking billing change-password
confirm-account confirm-email credential credentials forgot-password log-in login logoff logon log-out logout mfa
my-account oauth oauth2 online-banking otp passcode passkey passwd password password-reset passwords paypal payment
recover-account recovery reset-password secure-login security-alert security-check sign-in sign-out sign-up signin
signon signout signup single-sign-on sso suspended token tokens two-factor unlock-account update-account
update-billing update-password update-payment user-login validate-account verification verify verify-account
verify-email verify-identity verify-login webmail
`;

const RESERVED = new Set(`${PATHS} ${STAFF} ${SIGN_IN}`.trim().split(/\s+/));

export function isReservedWord(slug: string): boolean {
  return RESERVED.has(slug.toLowerCase());
}
