import { SettingsError } from '@kurz/process';
import { readStackSettings } from './stack-settings';

it('links and the API have ports of their own by default', () => {
  expect(readStackSettings({})).toMatchObject({ port: 3000, apiPort: 3001 });
});

it.each([{ KURZ_PORT: '3001' }, { KURZ_API_PORT: '3000' }, { KURZ_PORT: '80', KURZ_API_PORT: '80' }])(
  '%j, one port for both, is refused',
  (environment) => {
    expect(() => readStackSettings(environment)).toThrow(
      new SettingsError(['KURZ_API_PORT must be a different port from KURZ_PORT']),
    );
  },
);
