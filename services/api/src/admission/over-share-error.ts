// Who asks takes more than a share of what all share. The request listener answers it with 429: those who keep to their
// share are served meanwhile.

export class OverShareError extends Error {
  override readonly name = 'OverShareError';
}
