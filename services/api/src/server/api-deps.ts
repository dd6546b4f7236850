// The stores and settings that the API needs. Each route maker takes the part that it uses.

import type { ClickHouse } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import type { LinkCache } from '@kurz/link-cache';
import type { LiveClicks } from '@kurz/live-clicks';
import type { Clock, Log, Metrics } from '@kurz/process';
import type { Redis } from 'ioredis';
import type { MailSettings } from '../mail/mail-sender';
import type { PeopleLimits } from '../people/people-limits';
import type { PlanTable } from '../plans/plan-table';
import type { ApiLoopAges } from './api-loop-ages';

export type ApiDeps = {
  db: Db;
  clickHouse: ClickHouse;
  linkCache: LinkCache;
  liveClicks: LiveClicks;
  /** Where requests are counted for all API processes together; each counts for itself without. */
  redis?: Redis;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Where the process has loops beside those of makeApi; default: made for these alone. */
  loopAges?: ApiLoopAges;
};

export type ApiSettings = Partial<PeopleLimits> & {
  /** Key of the hashes under which tokens are stored; another pepper makes every token unknown. */
  tokenPepper: string;
  /** Tokens are found under it as well, and get the newest with their next use. */
  oldTokenPepper?: string;
  /** What the keys of the web app's sessions are derived from; default: the pepper. Another ends every session. */
  sessionSecret?: string;
  /** What was made under it is recognised as well, and refresh tokens get the newest with their next renewal. */
  oldSessionSecret?: string;
  /** What each plan allows; default: the built-in table. Read it through `planLimitsOf`. */
  plans?: PlanTable;
  /** Proxies in front that append to X-Forwarded-For; default: 0, the caller is the socket's other end. */
  trustedProxies?: number;
  /** Requests a minute from one address without a usable token; default: 600. */
  anonymousLimit?: number;
  /** Bytes of bodies and answers in flight, of all requests and of one principal's; default: 64 and 16 MiB. */
  inFlightBytes?: number;
  inFlightShareBytes?: number;
  /** How long the audit log is kept, in days; default 366. */
  auditDays?: number;
  /** How often what has expired is removed, ms; default: ten minutes. */
  expireEveryMs?: number;
  /** Holds the built web app, which is served below /app/; without, /app/ is unknown. */
  appFolder?: string;
  /** The mail server and what its mails say of this installation; without, no mail is sent. */
  mail?: MailSettings;
  /** What people open, such as `https://links.example.com`: its host is what passkeys are bound to. Without, none are. */
  appUrl?: string;
  /** Name servers (`address` or `address:port`) that verify domains, in the place of the system's. */
  dnsServers?: readonly string[];
  /** How long after the proof of a domain was seen it is looked for again; default: 24. */
  domainCheckHours?: number;
};
