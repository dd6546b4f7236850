// Bots by kind, and people whom isbot alone would call bots.
import { isBotAgent } from './is-bot-agent';

const BOTS: Record<string, string[]> = {
  'an empty agent': ['', '   ', '\t', '-'],
  'a link preview': [
    'WhatsApp/2.23.20.0 A',
    'WhatsApp/2.2336.9 N',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Slack-ImgProxy (+https://api.slack.com/robots)',
    'TelegramBot (like TwitterBot)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'Twitterbot/1.0',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    // iMessage
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    'Viber/13.3.0.5 CFNetwork/1121.2.2 Darwin/19.2.0',
    'kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984',
    'facebookexternalhit/1.1;line-poker/1.0',
    'Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots',
    'http.rb/5.1.1 (Mastodon/4.2.1; +https://mastodon.social/) Bot',
    'Bluesky Cardyb/1.1; +mailto:support@bsky.app',
    'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
    'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.10730; Pro)',
  ],
  'a library': [
    'curl/8.5.0',
    'Wget/1.21.4',
    'python-requests/2.31.0',
    'Python/3.11 aiohttp/3.9.1',
    'python-httpx/0.27.0',
    'okhttp/4.12.0',
    'Go-http-client/2.0',
    'Java/17.0.9',
    'Apache-HttpClient/4.5.14 (Java/11.0.20)',
    'axios/1.6.2',
    'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
    'node',
    'undici',
    'Dalvik/2.1.0 (Linux; U; Android 13; SM-G991B Build/TP1A.220624.014)',
    'MyApp/3.2 CFNetwork/1474 Darwin/23.0.0',
    'GuzzleHttp/7',
    'PostmanRuntime/7.36.0',
    'Mozilla/5.0',
    'Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/22.1.0',
    'some-invented-client (v3; internal)',
  ],
  'a monitor': [
    'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
    'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
    'Uptime-Kuma/1.23.11',
    'kube-probe/1.28',
    'ELB-HealthChecker/2.0',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.0.0 Safari/537.36 GTmetrix',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/103.0.0.0 Safari/537.36 (Barracuda Sentinel (EE))',
  ],
  'a browser without a person': [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.6099.0 Safari/537.36',
    'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amzn-User/0.1) Chrome/119.0.6045.214 Safari/537.36',
  ],
  'a crawler that begins like a plain browser': ['Links SEO bot', 'Lynx/2.8 (+http://crawler.example/)'],
  'a crawler that names itself where old browsers did': ['Mozilla/5.0 (compatible; Frobnicator)'],
};

for (const [kind, agents] of Object.entries(BOTS)) {
  test.each(agents)(`${kind} is a bot: %p`, (agent) => {
    expect(isBotAgent(agent)).toBe(true);
  });
}

test.each([
  [
    'a Cubot phone',
    'Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/80.0.3987.99 Mobile Safari/537.36',
  ],
  [
    'the SmartNews app',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 SmartNews/23.9',
  ],
  [
    'Internet Explorer with Chrome Frame',
    'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; WOW64; Trident/5.0; chromeframe/19.0.1084.52)',
  ],
])('%s is a person, and a crawler that borrows the name stays a bot', (_, agent) => {
  expect(isBotAgent(agent)).toBe(false);
  expect(isBotAgent(`${agent} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`)).toBe(true);
});
