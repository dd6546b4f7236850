// Ajv's options for the JSON Schemas that are part of the program: to check each against the schema of schemas takes the
// start of a process some 80 ms. Strict mode and the compiler find what is wrong with them.

export const OWN_SCHEMA = { meta: false, validateSchema: false } as const;
