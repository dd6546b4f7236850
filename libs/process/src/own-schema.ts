// Ajv's options for the JSON Schemas that are part of the program: to check each against the meta-schema would add some
// 80 ms to the start of a process. Strict mode and the compiler find their faults.

export const OWN_SCHEMA = { meta: false, validateSchema: false } as const;
