// The errors of a request.

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A refusal of the API: `message` is its text in the person's language. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    message: string,
    readonly status: number,
    /** The same in every language; undefined when the response has no code. */
    readonly code: string | undefined,
    /** The field at fault, for VALIDATION_FAILED. */
    readonly field: string | undefined,
    /** Seconds to wait, from Retry-After, if any. */
    readonly retryAfter: number | undefined,
  ) {
    super(message);
  }

  static of(response: Response, body: unknown): ApiError {
    const text = (name: string) => {
      const value = isObject(body) ? body[name] : undefined;
      return typeof value === 'string' ? value : undefined;
    };
    const seconds = Number(response.headers.get('Retry-After') ?? NaN);
    return new ApiError(
      text('error') ?? `HTTP ${response.status}`,
      response.status,
      text('code'),
      text('field'),
      Number.isFinite(seconds) ? seconds : undefined,
    );
  }
}

/**
 * The text of a refusal for display at its field, without the API's name of the field, which people do not know.
 * `"url" must be a web address.` becomes `Must be a web address.`
 */
export function wordsAtField(text: string): string {
  const words = text.replace(/^["„][^"“„]+["“] /, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The server was not reached. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';

  constructor() {
    super('the server was not reached');
  }
}

/** Whether the person has to sign in (again). */
export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;
