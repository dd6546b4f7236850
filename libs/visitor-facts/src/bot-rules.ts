// The words and shapes by which is-bot-agent decides. Each is linear in the agent's length: no nested repetition.

/** Agents that isbot 5.2.3 lets pass, or that must stay bots whatever a later isbot decides. */
export const machineWords = new RegExp(
  [
    // link previews
    'facebookexternalhit|facebookcatalog|meta-external|facebot|twitterbot|slackbot|slack-imgproxy|telegrambot',
    'discordbot|linkedinbot|skypeuripreview|whatsapp/[\\d.]+ [ain]$|snap url preview|kakaotalk-scrap|line-poker|vkshare',
    'embedly|iframely|mastodon/|pleroma|akkoma|misskey|cardyb|redditbot',
    // Office requests the link itself before it opens the person's browser, whose visit then counts
    'ms-office|microsoft office|microsoft outlook',
    // mail scanners, monitors, speed tests, screenshot makers
    'barracuda|proofpoint|mimecast|safelinks|uptime-?kuma|uptimerobot|pingdom|statuscake|newrelic|datadog|gtmetrix',
    'catchpoint|checkly|hetrixtools|thousandeyes|\\bylt |miniature\\.io|turingos|pagespeed|lighthouse',
    // headless browsers, and the tools that drive browsers
    'headless|phantomjs|puppeteer|playwright|selenium|webdriver|jsdom|htmlunit|slimerjs|cypress',
    // helpers of language models; their browsing is not a person's visit
    'chatgpt-user|claude-user|perplexity-user|mistralai-user|bytespider',
    // old browsers had "compatible;" before their name, and crawlers still do; after an engine only crawlers have it
    'like Gecko\\)?; ?compatible;',
    '\\(compatible;(?! ?(?:msie|konqueror|opera|win|icab|omniweb|dillo|netpositive|abrowse|linux|x11|u;))',
  ].join('|'),
  'i',
);

/** Terminal, hobby and feature-phone browsers, whose agents do not begin with Mozilla. */
export const plainBrowsers =
  /^(?:Lynx|E?Links|w3m|Dillo|NetSurf|Surf|Konqueror|Midori|edbrowse)[/ ]|MAUI (?:WAP )?Browser|;WAP Browser/i;

/** A part that every browser's agent has: the old prefix, an engine, or the words of phones from before 2010. */
export const browserShapes =
  /^(?:Mozilla|Opera)\/|AppleWebKit\/|Gecko\/|MIDP|UP\.Browser|Obigo|NetFront|UCWEB|UCBrowser|SymbianOS|Series60|BlackBerry\d|DoCoMo\/|Opera Mini/;

/** Names of phones and of people's apps that isbot would take for a bot's (bot, news, google, a bar). */
export const misleadingNames =
  /\bcubot\w*|AlipayDefined\([^)]{0,99}\)|chromeframe|tripadvisor|sogou(?:mobilebrowser|mse|search)|google ?tv|google nexus|com\.google\.android[\w.]*|\bgrab\/|\b(?:qr|barcode)[ -]?scan(?:ner)?|smartnews|newsarticle|newslite|newsbreak|opera ?news|line ?news|navernews/gi;
