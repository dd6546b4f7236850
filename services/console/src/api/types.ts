// The API's types under the names that pages use.

import type { components } from './schema';

type Schemas = components['schemas'];

export type Person = Schemas['Person'];
export type Workspace = Schemas['Workspace'];
export type Role = Schemas['Role'];
export type Link = Schemas['Link'];
export type NewLink = Schemas['NewLink'];
export type LinkEdit = Schemas['LinkEdit'];
export type Rule = Schemas['Rule'];
export type RuleConditions = Schemas['RuleConditions'];
export type RuleTime = Schemas['RuleTime'];
export type Variant = Schemas['Variant'];
export type Stats = Schemas['Stats'];
/** Stats with the scans by day. */
export type ScannedStats = Stats & { scans: NonNullable<Schemas['StatsAnswer']['scans']> };
export type Report = Schemas['Report'];
/** Rows of one campaign by a tag that the report does not break down. */
export type TagRows = Schemas['TagRows'];
export type Usage = Schemas['Usage'];
