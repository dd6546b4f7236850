// A page that is the same for everybody and needs no token. makeApi hands them to the request listener.

import type { Content } from './route';

export type StaticPage = {
  /** The whole path. */
  path: string;
  /** Called when it is first asked for. */
  content: () => Content;
  headers?: Readonly<Record<string, string>>;
};
