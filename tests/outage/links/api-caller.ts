// Calls an API as an integrator would. Resolves with the answer and its times, also when the connection is refused.

export type ApiAnswer = {
  /** 0: no whole answer came. */
  status: number;
  headers: Headers;
  text: string;
  /** When the request was sent and when its answer was whole, on the clock of `performance.now`. */
  sentAt: number;
  at: number;
};

export type ApiCaller = (method: string, path: string, body?: object, token?: string) => Promise<ApiAnswer>;

/** `path` is below /v1. A call without a token uses `ownToken`. */
export function makeApiCaller(origin: string, ownToken: string): ApiCaller {
  return async (method, path, body, token = ownToken) => {
    const sentAt = performance.now();
    try {
      const response = await fetch(`${origin}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, sentAt, at: performance.now() };
    } catch {
      return { status: 0, headers: new Headers(), text: '', sentAt, at: performance.now() };
    }
  };
}
