// The columns of a domain that is switched on or off. A domain that is on again loses the problem that it is off. Its
// certificate, which was not looked at meanwhile, is looked at soon.

import { sql } from 'kysely';

const ON = {
  problems: sql<string[] | null>`array_remove(problems, 'domain_disabled')`,
  // null: the domain is not checked
  next_check: sql<Date | null>`CASE WHEN next_check IS NOT NULL THEN now() END`,
};

export const enabledColumnsOf = (isEnabled: boolean) => ({ is_enabled: isEnabled, ...(isEnabled && ON) });
