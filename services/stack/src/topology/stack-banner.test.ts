import { execFileSync } from 'node:child_process';
import { stackBanner } from './stack-banner';

const urls = { linksUrl: 'http://localhost:3000', apiUrl: 'http://localhost:3001' };

test.each(['/srv/kurz', "/srv/Kürzel $HOME 'a' #1 *", '~/kurz'])(
  'the command of the banner names the folder %s to a shell',
  (dataDirectory) => {
    const banner = stackBanner({ ...urls, dataDirectory, services: [], token: 'kz_ws_1' });
    const setting = /More +(KURZ_DATA_DIR=.*) npm run/.exec(banner)?.[1] ?? '';
    const script = `${setting} env | grep -a '^KURZ_DATA_DIR='`;
    expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })).toBe(
      `KURZ_DATA_DIR=${dataDirectory}\n`,
    );
  },
);
