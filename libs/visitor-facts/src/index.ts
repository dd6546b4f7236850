// What an agent, an address and a language say of a visitor: families from closed lists. Visits are counted by them,
// and the redirector evaluates a link's rules with them.

export { browserOf } from './browser-of';
export type { ClassifiedVisit } from './classified-visit';
export { deviceOf } from './device-of';
export { languageOf } from './language-of';
export { makeClassifier } from './make-classifier';
export { browserFamilies, countries, deviceFamilies, languages, osFamilies } from './names';
export { openCountryLookup } from './open-country-lookup';
export { osOf } from './os-of';
