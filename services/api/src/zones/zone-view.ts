// A domain as GET /zones shows it (contract §2.2).

export type ZoneView = {
  domain: string;
  name: string;
  zoneType: 'global' | 'user';
  /** Whether it serves links now: an enabled custom domain does once it is verified. */
  isEnabled: boolean;
  /** Whether new links of this workspace get it when they name none. */
  isDefault: boolean;
};

/** A workspace's own domain; the states' values are those of the table zones. */
export type CustomZoneView = ZoneView & {
  tlsState: string;
  ownershipState: string;
  /** Where the bare domain redirects; empty: nowhere. */
  rootRedirectURL: string;
};
