// Classify: a visit becomes the facts that are counted.

export type { ClassifiedVisit } from './classified-visit';
export { makeClassifier } from './make-classifier';
