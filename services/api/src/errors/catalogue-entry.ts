// The type of an entry of the error catalogue, which all parts of the catalogue satisfy.

import type { Language } from '@kurz/process';

export type { Language };

/** `isPublic`: the body shows the code; `shownAs`: the code that it shows instead. */
export type CatalogueEntry = {
  status: number;
  isPublic: boolean;
  shownAs?:
    | 'NOT_FOUND'
    | 'RATE_LIMITED'
    | 'SCOPE_REQUIRED'
    | 'ROLE_REQUIRED'
    | 'PERSONAL_WORKSPACE'
    | 'SECOND_FACTOR_REQUIRED';
} & Record<Language, string>;
