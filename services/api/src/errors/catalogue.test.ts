import { catalogue, shownCodeOf, type ErrorCode } from './catalogue';
import { reasons } from './reasons';

/** §7 of the contract: "Codes seen", and the status its tables (§4.2, §5, §7) give each. */
const contract = {
  VALIDATION_FAILED: 400,
  SLUG_EXISTS: 409,
  SLUG_RESERVED: 400,
  SLUG_INVALID: 400,
  INSUFFICIENT_QUOTA: 403,
  SCOPE_REQUIRED: 403,
  NOT_GRANTED: 403,
  GRANT_INACTIVE: 403,
  PLAN_REQUIRED: 403,
  CAMPAIGN_REPORT_NOT_IN_PLAN: 403,
};

/** The codes that the decisions add, with the status of the contract's table that each belongs to. */
const additive = {
  EXTERNAL_ID_EXISTS: 409,
  TAG_LIMIT_REACHED: 409,
  TAG_EXISTS: 409,
  NOT_FOUND: 404,
  UNAUTHORIZED: 401,
  PLAN_NOT_ELIGIBLE: 401,
  PRECONDITION_FAILED: 412,
  LINK_RESTRICTED: 403,
  TRANSFER_IN_PROGRESS: 423,
  WORKSPACE_SUSPENDED: 403,
  RATE_LIMITED: 429,
  ANALYTICS_UNAVAILABLE: 503,
  STORE_UNAVAILABLE: 503,
  OVERLOADED: 503,
  INTERNAL: 500,
  IDEMPOTENCY_KEY_IN_USE: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  SIGNED_OUT: 401,
  SIGN_IN_FAILED: 401,
  SIGN_IN_EXPIRED: 401,
  SESSION_REPLACED: 401,
  CSRF_REJECTED: 403,
  ROLE_REQUIRED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  SECOND_FACTOR_EXISTS: 409,
  SECOND_FACTOR_STAYS: 409,
  PASSKEY_REFUSED: 400,
  PASSKEY_EXPIRED: 400,
  PASSKEY_EXISTS: 409,
  PASSKEY_LIMIT_REACHED: 403,
  PASSKEY_ONLY_WAY_IN: 409,
  PASSKEYS_NOT_SET_UP: 409,
  PASSKEYS_ELSEWHERE: 409,
  PLAN_CHOSEN_BY_OPERATOR: 403,
  WORKSPACE_LIMIT_REACHED: 403,
  INVITATION_LIMIT_REACHED: 403,
  PERSON_INVITATION_LIMIT_REACHED: 403,
  WORKSPACE_TOKEN_LIMIT_REACHED: 403,
  PERSON_TOKEN_LIMIT_REACHED: 403,
  INVITATION_FOR_ANOTHER: 403,
  TRANSFER_FOR_ANOTHER: 403,
  OWNER_STAYS: 409,
  PERSONAL_WORKSPACE: 409,
  OWNS_SHARED_WORKSPACES: 409,
  ALREADY_MEMBER: 409,
  EMAIL_UNPROVEN: 403,
  MAIL_NOT_SET_UP: 409,
  EMAIL_TAKEN: 409,
  DOMAIN_TAKEN: 409,
  DOMAIN_LIMIT_REACHED: 403,
  ZONE_HAS_LINKS: 409,
  ZONE_UNUSABLE: 409,
  DNS_UNAVAILABLE: 503,
  IMPORT_IN_PROGRESS: 409,
  IMPORT_NOT_READY: 409,
  FILE_TOO_LARGE: 413,
  UTM_CONVENTIONS_NOT_IN_PLAN: 403,
};

/** Every error status of the contract's table in §7. */
const contractStatuses = [400, 401, 403, 404, 409, 423, 429, 500, 503];

const codes = Object.keys(catalogue).filter((code): code is ErrorCode => code in catalogue);
const placeholdersOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test('the codes that answers show are exactly those of the contract and its additions, with their statuses', () => {
  const shown = codes
    .filter((code) => shownCodeOf(code) === code)
    .map((code) => [code, catalogue[code].status] as const);
  expect(Object.fromEntries(shown)).toEqual({ ...contract, ...additive });
});

test('each status of the contract’s table has a code that is answered with it', () => {
  const statuses = new Set<number>(codes.map((code) => catalogue[code].status));
  expect(contractStatuses.filter((status) => !statuses.has(status))).toEqual([]);
});

test('an unknown route, workspace, member, session, invitation, mailed link, sign-in link, second factor, passkey, transfer, tag, token, zone or import shows NOT_FOUND, too many at once RATE_LIMITED, a role that withholds SCOPE_REQUIRED or ROLE_REQUIRED, and the other entries without a code of the contract show none', () => {
  const others = codes.filter((code) => shownCodeOf(code) !== code);
  expect(Object.fromEntries(others.map((code) => [code, shownCodeOf(code)]))).toEqual({
    ROUTE_NOT_FOUND: 'NOT_FOUND',
    TOO_MANY_AT_ONCE: 'RATE_LIMITED',
    SCOPE_BEYOND_ROLE: 'SCOPE_REQUIRED',
    OWNER_REQUIRED: 'ROLE_REQUIRED',
    PERSONAL_WORKSPACE_STAYS: 'PERSONAL_WORKSPACE',
    WORKSPACE_NOT_FOUND: 'NOT_FOUND',
    MEMBER_NOT_FOUND: 'NOT_FOUND',
    SESSION_NOT_FOUND: 'NOT_FOUND',
    SIGN_IN_LINK_NOT_FOUND: 'NOT_FOUND',
    SECOND_FACTOR_NOT_FOUND: 'NOT_FOUND',
    PASSKEY_NOT_FOUND: 'NOT_FOUND',
    OWN_SECOND_FACTOR_REQUIRED: 'SECOND_FACTOR_REQUIRED',
    INVITATION_NOT_FOUND: 'NOT_FOUND',
    EMAIL_LINK_NOT_FOUND: 'NOT_FOUND',
    TRANSFER_NOT_FOUND: 'NOT_FOUND',
    TAG_NOT_FOUND: 'NOT_FOUND',
    TOKEN_NOT_FOUND: 'NOT_FOUND',
    ZONE_NOT_FOUND: 'NOT_FOUND',
    IMPORT_NOT_FOUND: 'NOT_FOUND',
    BODY_MALFORMED: undefined,
    BATCH_INVALID: undefined,
    METHOD_NOT_ALLOWED: undefined,
    UNSUPPORTED_MEDIA_TYPE: undefined,
    BODY_TOO_LARGE: undefined,
    CSV_EXPECTED: undefined,
    ADDRESS_TOO_LONG: undefined,
    HEADERS_TOO_LARGE: undefined,
    REQUEST_TOO_SLOW: undefined,
    REQUEST_MALFORMED: undefined,
  });
});

const texts = [...Object.entries(catalogue), ...Object.entries(reasons)];

test.each(texts)('%s has a text in both languages with the same placeholders', (_, { en, de }) => {
  expect(en.trim()).not.toBe('');
  expect(de.trim()).not.toBe('');
  expect(de).not.toBe(en);
  expect(placeholdersOf(de)).toEqual(placeholdersOf(en));
});

test('the text for a plan without API says that tokens are only for premium workspaces', () => {
  expect(catalogue.PLAN_NOT_ELIGIBLE.en).toMatch(/only for premium workspaces/);
});
