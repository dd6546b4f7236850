// What an Idempotency-Key is unique in: the token (of a signed-in person the session) that sent it, and the
// workspace that it acted in.

export type StoredKey = { callerId: string; workspaceId: string; key: string };
