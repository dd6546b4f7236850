// Device families, the most specific first. An iPad in desktop mode says Macintosh and nothing else: it counts as
// desktop.
import type { FamilyRule } from './first-family';

export const deviceRules: readonly FamilyRule[] = [
  ['console', /PlayStation|Nintendo|\bXbox\b/i],
  [
    'tv',
    /Smart-?TV|HbbTV|Apple ?TV|tvOS|Google ?TV|Android TV|\bBRAVIA|Web0S|NetCast|NETTV|VIDAA|\bRoku\b|\bAFT[A-Z0-9]{1,7}\b|CrKey|Chromecast|Viera|POV_TV|Opera TV|MiTV|MIBOX|SHIELD Android|\bDTV\b|; ?TV[;)]|TV Safari/i,
  ],
  // on the head, in the car, on the wrist
  ['other', /OculusBrowser|Mobile VR|Quest \d|QtCarBrowser|Tesla\/|Apple ?Watch|watchOS|SM-R\d{3}/],
  // "Tablet PC" is in the agent of every Windows 7 desktop with ink support
  [
    'tablet',
    /iPad|PlayBook|Tablet(?! PC)|Kindle|\bKF[A-Z]{2,6}\b|Nexus (?:7|9|10)\b|\bSM-[TPX]\d{3}|Xoom|TouchPad/,
  ],
  // Only an iPad has `Mobile/` beside "Macintosh" (Google app and in-app browsers in desktop mode)
  ['tablet', /Macintosh.{0,200} Mobile\//],
  [
    'mobile',
    /Mobi|iPhone|iPod|Windows Phone|IEMobile|Windows CE|BlackBerry|BB10|Opera Mini|Symbian|Series ?[4-6]0|Nokia|KAIOS|MIDP|J2ME|webOS\/|UCWEB|UP\.Browser|NetFront|Obigo|SonyEricsson|DoCoMo|KDDI|MAUI|\bMIUI\b/i,
  ],
  // Google's rule: an Android phone's agent has "Mobile", a tablet's has not
  ['tablet', /Android|Silk\//],
  [
    'desktop',
    /\(PC; OpenHarmony|Windows|Win(?:9[58]|NT|32|64)|Macintosh|Mac_PowerPC|Mac OS X|X11|\bCrOS\b|Linux|BSD|SunOS|Haiku|OS\/2|AmigaOS/,
  ],
  ['desktop', /^(?:Lynx|E?Links|w3m|NetSurf|Dillo)/],
];
