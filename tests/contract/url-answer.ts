// Response bodies about links, as in the contract.

export type UrlBody = {
  id: string;
  slug: string;
  url: string;
  title: string;
  zoneDomain: string;
  hits: number;
  isEnabled: boolean;
  createdAt: string;
  updatedAt: string;
  utm?: Record<string, string>;
  startsAt?: string;
  expiresAt?: string;
  expiredUrl?: string;
  rules?: object[];
  split?: object[];
  forwardQuery?: boolean;
  hasPassword?: boolean;
  note?: string;
  externalId?: string;
  tags?: string[];
  isArchived?: boolean;
};

export type UrlAnswer = { url: UrlBody };
export type ListAnswer = { urls: UrlBody[]; total: number };
export type ErrorAnswer = { error: string; code?: string; field?: string };
