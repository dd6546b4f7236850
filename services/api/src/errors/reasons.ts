// Why a field is refused: the ending of the sentence `"field" …`, in both languages. A validator names a key in
// refuse('VALIDATION_FAILED', { field, reason, … }) with the values of its {placeholders}.

import type { Language } from './catalogue';

export const reasons = {
  required: { en: 'is required', de: 'fehlt' },
  wrong_type: { en: 'has the wrong type', de: 'hat den falschen Typ' },
  not_a_text: { en: 'must be a text', de: 'muss ein Text sein' },
  not_a_boolean: { en: 'must be true or false', de: 'muss true oder false sein' },
  not_a_list: { en: 'must be a list', de: 'muss eine Liste sein' },
  not_an_object: { en: 'must be a JSON object', de: 'muss ein JSON-Objekt sein' },
  too_long: {
    en: 'must not be longer than {max} characters',
    de: 'darf höchstens {max} Zeichen lang sein',
  },
  too_short: { en: 'is too short', de: 'ist zu kurz' },
  too_many: { en: 'must not have more than {max} entries', de: 'darf höchstens {max} Einträge haben' },
  one_at_a_time: {
    en: 'can be created one at a time only on this plan',
    de: 'lassen sich in diesem Tarif nur einzeln anlegen',
  },
  empty: { en: 'must not be empty', de: 'darf nicht leer sein' },
  repeated: { en: 'must be given only once', de: 'darf nur einmal angegeben werden' },
  not_a_date: {
    en: 'must be a date of the form YYYY-MM-DD',
    de: 'muss ein Datum der Form JJJJ-MM-TT sein',
  },
  not_a_time: {
    en: 'must be a time of the form 2026-12-31T23:59:00Z',
    de: 'muss ein Zeitpunkt der Form 2026-12-31T23:59:00Z sein',
  },
  not_a_moment: {
    en: 'must be a time of the years 2000 to 2199 with its offset, such as 2026-12-31T23:59:00Z',
    de: 'muss ein Zeitpunkt der Jahre 2000 bis 2199 mit Zeitzone sein, etwa 2026-12-31T23:59:00Z',
  },
  not_after_start: { en: 'must be later than "startsAt"', de: 'muss nach „startsAt“ liegen' },
  not_before_end: { en: 'must be earlier than "expiresAt"', de: 'muss vor „expiresAt“ liegen' },
  needs_expires_at: {
    en: 'needs "expiresAt", which is not set',
    de: 'braucht „expiresAt“, das nicht gesetzt ist',
  },
  in_the_past: { en: 'must not be in the past', de: 'darf nicht in der Vergangenheit liegen' },
  never_matches: { en: 'can never match', de: 'kann nie zutreffen' },
  overlapping_times: {
    en: 'has a time that overlaps that of an earlier rule with the same conditions',
    de: 'hat eine Zeit, die sich mit der einer früheren Regel mit gleichen Bedingungen überschneidet',
  },
  too_few: { en: 'must have at least {min} entries', de: 'muss mindestens {min} Einträge haben' },
  weights_not_all: {
    en: 'must have weights whose sum is 100',
    de: 'muss Gewichte haben, deren Summe 100 ist',
  },
  no_condition: { en: 'must have a condition', de: 'muss eine Bedingung haben' },
  too_large: {
    en: 'must not take more than {max} bytes in all',
    de: 'darf insgesamt höchstens {max} Bytes belegen',
  },
  beyond_bytes: {
    en: 'has more bytes than the file was said to have',
    de: 'hat mehr Bytes, als für die Datei angekündigt waren',
  },
  not_whole: { en: 'has not arrived as a whole', de: 'ist nicht vollständig angekommen' },
  not_a_time_zone: {
    en: 'must be a time zone such as Europe/Berlin',
    de: 'muss eine Zeitzone wie Europe/Berlin sein',
  },
  not_a_clock_time: {
    en: 'must be a time of day such as 09:30',
    de: 'muss eine Uhrzeit wie 09:30 sein',
  },
  not_a_network: {
    en: 'must be addresses or networks such as 203.0.113.0/24 or 2001:db8::/32',
    de: 'müssen Adressen oder Netze wie 203.0.113.0/24 oder 2001:db8::/32 sein',
  },
  from_after_to: { en: 'must not be later than "to"', de: 'darf nicht nach „to“ liegen' },
  in_the_future: { en: 'must not be in the future', de: 'darf nicht in der Zukunft liegen' },
  not_a_number: { en: 'must be a whole number', de: 'muss eine ganze Zahl sein' },
  out_of_range: { en: 'must be from {min} to {max}', de: 'muss zwischen {min} und {max} liegen' },
  not_a_url: { en: 'must be a complete web address', de: 'muss eine vollständige Webadresse sein' },
  not_http: { en: 'must be an http or https address', de: 'muss eine http- oder https-Adresse sein' },
  has_credentials: {
    en: 'must not contain a user name or password',
    de: 'darf weder Benutzernamen noch Passwort enthalten',
  },
  own_domain: {
    en: 'must not lead to a domain that serves short links itself',
    de: 'darf nicht auf eine Domain führen, die selbst Kurzlinks ausliefert',
  },
  blocked: {
    en: 'leads to a destination that the service has blocked',
    de: 'führt zu einem Ziel, das der Dienst gesperrt hat',
  },
  has_nul: { en: 'must not contain the character U+0000', de: 'darf das Zeichen U+0000 nicht enthalten' },
  unusable_characters: {
    en: 'must not contain control characters or halves of characters (lone surrogates)',
    de: 'darf keine Steuerzeichen und keine halben Zeichen (einzelne Surrogate) enthalten',
  },
  only_dots: { en: 'must not be "." or ".."', de: 'darf nicht „.“ oder „..“ sein' },
  after_created_to: {
    en: 'must not be later than "createdTo"',
    de: 'darf nicht nach „createdTo“ liegen',
  },
  unknown_zone: {
    en: 'is not a domain on which this workspace can create links',
    de: 'ist keine Domain, auf der dieser Workspace Links anlegen kann',
  },
  zone_disabled: { en: 'is a domain that is disabled', de: 'ist eine deaktivierte Domain' },
  no_default_zone: {
    en: 'must be sent: no default domain is set and enabled',
    de: 'muss angegeben werden: Es ist keine Standarddomain gesetzt und aktiviert',
  },
  zone_unverified: {
    en: 'is a domain whose ownership is not verified yet',
    de: 'ist eine Domain, deren Besitz noch nicht bestätigt ist',
  },
  not_a_key: {
    en: 'must be 1 to 255 visible ASCII characters',
    de: 'muss aus 1 bis 255 sichtbaren ASCII-Zeichen bestehen',
  },
  malformed_json: { en: 'is not valid JSON', de: 'ist kein gültiges JSON' },
  too_deep: {
    en: 'must not be nested more than {max} deep',
    de: 'darf höchstens {max}-fach verschachtelt sein',
  },
  too_many_values: {
    en: 'must not hold more than {max} arrays, objects and values',
    de: 'darf höchstens {max} Arrays, Objekte und Werte enthalten',
  },
  malformed_utf8: { en: 'is not valid UTF-8', de: 'ist kein gültiges UTF-8' },
  malformed_encoding: {
    en: 'has malformed percent-encoding',
    de: 'enthält eine fehlerhafte Prozentkodierung',
  },
  not_a_member: {
    en: 'names a workspace of which you are not a member',
    de: 'nennt einen Workspace, in dem Sie nicht Mitglied sind',
  },
  not_a_domain: {
    en: 'must be a domain name such as go.example.com',
    de: 'muss ein Domainname wie go.example.com sein',
  },
  public_suffix: {
    en: 'is a suffix under which anybody can have a domain',
    de: 'ist eine Endung, unter der jeder eine Domain haben kann',
  },
  needs_verified_zone: {
    en: 'can be set only when the domain is verified',
    de: 'lässt sich erst setzen, wenn die Domain bestätigt ist',
  },
  unknown_field: { en: 'is not known here', de: 'ist hier nicht bekannt' },
  not_offered: { en: 'is none of the possible values', de: 'ist keiner der möglichen Werte' },
  contradicts: {
    en: 'contradicts another of the conventions',
    de: 'widerspricht einer anderen der Konventionen',
  },
  would_be_open: {
    en: 'is set, and the link would be open to everybody here',
    de: 'ist gesetzt, und der Link wäre hier für alle offen',
  },
  not_yes_or_no: { en: 'must be yes or no, true or false', de: 'muss yes oder no, true oder false sein' },
  not_an_email: { en: 'must be an e-mail address', de: 'muss eine E-Mail-Adresse sein' },
  wrong_length: {
    en: 'must have from {min} to {max} characters',
    de: 'muss zwischen {min} und {max} Zeichen lang sein',
  },
  too_many_passwords: {
    en: 'must be one of at most {max} different passwords of a request',
    de: 'muss eines von höchstens {max} verschiedenen Passwörtern einer Anfrage sein',
  },
  same_as_email: {
    en: 'must not be the e-mail address',
    de: 'darf nicht die E-Mail-Adresse sein',
  },
  wrong_password: {
    en: 'is not the present password',
    de: 'ist nicht das bisherige Passwort',
  },
  wrong_code: {
    en: 'is not a code that works now',
    de: 'ist kein Code, der jetzt gilt',
  },
  unknown_role: {
    en: 'must be "admin", "member" or "viewer"',
    de: 'muss „admin“, „member“ oder „viewer“ sein',
  },
  unknown_plan: {
    en: 'must be "free", "basic", "pro", "team" or "business"',
    de: 'muss „free“, „basic“, „pro“, „team“ oder „business“ sein',
  },
  not_a_colour: {
    en: 'must be a colour of six digits such as 1a2b3c',
    de: 'muss eine Farbe aus sechs Ziffern wie 1a2b3c sein',
  },
  lighter_than_ground: {
    en: 'must be darker than "light"',
    de: 'muss dunkler als „light“ sein',
  },
  low_contrast: {
    en: 'has a contrast of {contrast} to "light"; cameras need at least 4.5',
    de: 'hat einen Kontrast von {contrast} zu „light“; Kameras brauchen mindestens 4.5',
  },
  unproven_address: {
    en: 'is not confirmed yet; its member or the operator has to confirm it first',
    de: 'ist noch nicht bestätigt; zuerst muss das Mitglied oder der Betreiber sie bestätigen',
  },
  no_other_member: {
    en: 'must be the e-mail address of another member of the workspace',
    de: 'muss die E-Mail-Adresse eines anderen Mitglieds des Workspace sein',
  },
} as const satisfies Record<string, Record<Language, string>>;

export type Reason = keyof typeof reasons;

const REASONS_OF_TYPES: Readonly<Record<string, Reason>> = {
  string: 'not_a_text',
  'string,null': 'not_a_text',
  boolean: 'not_a_boolean',
  array: 'not_a_list',
  object: 'not_an_object',
  integer: 'not_a_number',
};

/** The reason for a field of the wrong type. `type`: the type that the schema expects. */
export const reasonOfType = (type: unknown): Reason => REASONS_OF_TYPES[String(type)] ?? 'wrong_type';
