// @platformatic/kafka needs a newer Node than the product does.

const OLDEST = [22, 22] as const;

export const OLDEST_NODE = OLDEST.join('.');

/** Whether this Node can load it. */
export function canUsePlatformatic(version = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
