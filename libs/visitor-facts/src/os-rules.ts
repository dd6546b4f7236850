// Operating-system families, the most specific first: Windows Phone names Android and iPhone, Tizen and webOS name
// Linux, an iPad in desktop mode names the Mac.
import type { FamilyRule } from './first-family';

export const osRules: readonly FamilyRule[] = [
  ['Windows Phone', /Windows Phone|IEMobile|Windows CE|Windows Mobile/],
  ['PlayStation', /PlayStation/i],
  ['Xbox', /\bXbox\b/],
  ['Nintendo', /Nintendo/],
  ['tvOS', /AppleTV|Apple TV|tvOS/],
  ['watchOS', /Apple Watch|AppleWatch|watchOS/],
  ['KaiOS', /KAIOS/i],
  ['Tizen', /Tizen/],
  ['webOS', /Web0S|webOS|hpwOS/],
  ['Roku', /\bRoku\b/],
  ['HarmonyOS', /OpenHarmony|HarmonyOS|ArkWeb/],
  ['BlackBerry', /BlackBerry|BB10|PlayBook/],
  ['Symbian', /Symbian|Series ?[4-6]0|\bS60\b/i],
  ['Android', /Android|Silk\/|; Adr /],
  // Only iPhones and iPads have `Mobile/` beside "Macintosh"
  ['iOS', /iPhone|iPad|iPod|Macintosh.{0,200} Mobile\//],
  ['Chrome OS', /\bCrOS\b/],
  ['Windows', /Windows|Win(?:9[58]|NT|32|64)/],
  ['macOS', /Macintosh|Mac OS X|Mac_PowerPC|Darwin/],
  ['BSD', /(?:Free|Open|Net)BSD|DragonFly/],
  ['Solaris', /SunOS|Solaris/],
  ['Linux', /Linux|Ubuntu|Fedora|X11/],
];
