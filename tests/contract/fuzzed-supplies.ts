// What schemathesis is given for an operation that uses something up.

export type SignInFields = { email: string; password: string };

/** `path` and `body` replace generated values. `person` sends it, or `refreshOf` with a refresh token. */
export type Prepared = {
  path?: Record<string, string>;
  body?: Record<string, unknown>;
  person?: SignInFields;
  refreshOf?: SignInFields;
  /** X-Workspace-Id */
  workspace?: string;
};

/** By operation. Each call makes what one request uses up. */
export type Supplies = Record<string, () => Promise<Prepared>>;
