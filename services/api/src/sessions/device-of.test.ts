import { deviceOf } from './device-of';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0`, 'Firefox', 'Windows'],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/17.4 Safari/605.1.15`,
    'Safari',
    'macOS',
  ],
  [`${MOZILLA} (Windows NT 10.0) ${WEBKIT} Chrome/126.0 Safari/537.36 Edg/126.0`, 'Edge', 'Windows'],
  [
    `${MOZILLA} (Linux; Android 14; SM-S911B) ${WEBKIT} Chrome/126.0 Mobile Safari/537.36`,
    'Chrome',
    'Android',
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${WEBKIT} CriOS/126.0 Mobile Safari/604.1`,
    'Chrome',
    'iOS',
  ],
  [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/126.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  [`${MOZILLA} (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0`, 'Firefox', 'Linux'],
  ['curl/8.5.0', 'other', 'other'],
  [undefined, 'other', 'other'],
  [`${'x'.repeat(1_000_000)} Firefox/1 Windows`, 'other', 'other'],
])('%.60s', (agent, browser, system) => {
  expect(deviceOf(agent)).toEqual({ browser, system });
});
