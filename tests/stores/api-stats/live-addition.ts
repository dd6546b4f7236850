// The addition that the ingester would make to the live counts for one link and day.

import type { LiveAddition } from '@kurz/live-clicks';

/** `humans` visits in the hour `hour`, all under one key of each dimension, plus `bots` visits. */
export function liveAddition(
  link: { workspaceId: string; id: string },
  day: string,
  counts: {
    humans: number;
    bots?: number;
    qr?: number;
    hour?: number;
    country?: string;
    variant?: string;
  },
): LiveAddition {
  const { humans, bots = 0, qr = 0, hour = 0, country = 'AT', variant } = counts;
  const by = (key: string) => new Map([[key, humans]]);
  return {
    workspaceId: link.workspaceId,
    linkId: link.id,
    day,
    requests: humans + bots,
    bots,
    qr,
    humansByHour: Array.from({ length: 24 }, (_, at) => (at === hour ? humans : 0)),
    by: {
      geo: by(country),
      referrer: by('~direct'),
      device: by('mobile'),
      browser: by('chrome'),
      os: by('android'),
      language: by('de'),
      variant: variant === undefined ? new Map() : by(variant),
    },
  };
}
