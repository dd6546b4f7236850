// What an agent, an address and a language say of a visitor: families from closed lists. The ingester counts by them,
// and the redirector follows the rules of a link by them.

export { browserFamilies, browserOf } from './browser-of';
export { countries } from './country-of-record';
export { deviceFamilies, deviceOf } from './device-of';
export { languageOf, languages } from './language-of';
export { openCountryLookup } from './open-country-lookup';
export { osFamilies, osOf } from './os-of';
