// The limits of what people may do by themselves: the settings, their bounds and defaults, as both programs read them.

import type { SettingsOf, SettingsProperties } from '@kurz/process';

export const PEOPLE_PROPERTIES = {
  KURZ_PLAN_CHOICE: { type: 'string', enum: ['operator', 'people'], default: 'operator' },
  KURZ_MAX_WORKSPACES: { type: 'integer', minimum: 1, maximum: 100_000, default: 10 },
  KURZ_MAX_INVITATIONS: { type: 'integer', minimum: 0, maximum: 100_000, default: 50 },
  KURZ_MAX_PERSON_INVITATIONS: { type: 'integer', minimum: 0, maximum: 100_000, default: 100 },
} as const satisfies SettingsProperties;

type PeopleVariables = SettingsOf<typeof PEOPLE_PROPERTIES>;

export type PlanChoice = PeopleVariables['KURZ_PLAN_CHOICE'];

export const peopleLimitsOf = (variables: PeopleVariables) => ({
  /** Whether owners or the operator choose plans. */
  planChoice: variables.KURZ_PLAN_CHOICE,
  /** Workspaces that one person owns, the personal one included. */
  maxWorkspaces: variables.KURZ_MAX_WORKSPACES,
  /** Open invitations of one workspace. */
  maxInvitations: variables.KURZ_MAX_INVITATIONS,
  /** Open invitations by one person in all workspaces, and their mails in 24 hours. */
  maxPersonInvitations: variables.KURZ_MAX_PERSON_INVITATIONS,
});

export type PeopleLimits = ReturnType<typeof peopleLimitsOf>;

/** Fills in the defaults of omitted settings. */
export const withPeopleDefaults = (settings: Partial<PeopleLimits>): PeopleLimits => ({
  planChoice: settings.planChoice ?? PEOPLE_PROPERTIES.KURZ_PLAN_CHOICE.default,
  maxWorkspaces: settings.maxWorkspaces ?? PEOPLE_PROPERTIES.KURZ_MAX_WORKSPACES.default,
  maxInvitations: settings.maxInvitations ?? PEOPLE_PROPERTIES.KURZ_MAX_INVITATIONS.default,
  maxPersonInvitations:
    settings.maxPersonInvitations ?? PEOPLE_PROPERTIES.KURZ_MAX_PERSON_INVITATIONS.default,
});
