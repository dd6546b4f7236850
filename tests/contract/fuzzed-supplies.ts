// What schemathesis is given for an operation that uses something up.

export type SignInFields = { email: string; password: string };

/** `path` and `body` replace what was made up; `person` asks; `refreshOf` asks with a refresh token of theirs. */
export type Prepared = {
  path?: Record<string, string>;
  body?: Record<string, unknown>;
  person?: SignInFields;
  refreshOf?: SignInFields;
  /** X-Workspace-Id */
  workspace?: string;
};

/** By operation; each makes what one request uses up. */
export type Supplies = Record<string, () => Promise<Prepared>>;
