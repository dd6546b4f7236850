// The ids that every store accepts. Statements for ClickHouse name ids in their text, and PostgreSQL accepts no U+0000.

const PLAIN = /^[^\0- '"\\\x7f-\x9f]{1,100}$/;

/** Checks the id of a link or workspace. Ours are letters, digits, `_` and `-`. */
export const isPlainId = (id: string): boolean => PLAIN.test(id);
