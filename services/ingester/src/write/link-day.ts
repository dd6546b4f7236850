// Names one link's day, as a key of maps and caches.

export function linkDayOf(linkId: string, day: string): string {
  return `${day} ${linkId}`;
}
