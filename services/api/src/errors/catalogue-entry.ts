// What each entry of the error catalogue says. The parts of the catalogue are held to it.

import type { Language } from '@kurz/process';

export type { Language };

/** `isPublic`: the body shows the code; `shownAs`: it shows another one's name. */
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
