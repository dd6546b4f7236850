// Classify: a visit becomes the facts that are counted.

export type { ClassifiedVisit } from './classified-visit';
export { browserFamilies } from './browser-of';
export { deviceFamilies } from './device-of';
export { makeClassifier } from './make-classifier';
export { openCountryLookup } from './open-country-lookup';
export { osFamilies } from './os-of';
