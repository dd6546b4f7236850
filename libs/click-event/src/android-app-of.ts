// The package of an `android-app://<package>/` referrer, if it is on a closed list of common apps. An app may name
// itself as it likes, and each name would cost a row.

const PACKAGES = new Set([
  'com.google.android.gm',
  'com.google.android.googlequicksearchbox',
  'com.google.android.youtube',
  'com.google.android.apps.messaging',
  'com.facebook.katana',
  'com.facebook.orca',
  'com.instagram.android',
  'com.linkedin.android',
  'com.microsoft.office.outlook',
  'com.microsoft.teams',
  'com.pinterest',
  'com.reddit.frontpage',
  'com.slack',
  'com.twitter.android',
  'com.whatsapp',
  'org.telegram.messenger',
]);

const APP = /^android-app:\/\/([a-z0-9._]{1,100})(?:[/?#]|$)/;

/** The package name, '' when it is not in the list. */
export function androidAppOf(referer: string): string {
  const name = APP.exec(referer)?.[1];
  return name !== undefined && PACKAGES.has(name) ? name : '';
}
