// The ids that every store takes. Statements for ClickHouse name ids in their text, and PostgreSQL takes no U+0000.

const PLAIN = /^[^\0- '"\\\x7f-\x9f]{1,100}$/;

/** Of a link or workspace. Ours are letters, digits, `_` and `-`. */
export const isPlainId = (id: string): boolean => PLAIN.test(id);
