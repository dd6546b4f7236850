import { installCommand, type Machine } from '../../../services/stack/src/programs/install-command';
import { javaVersionOf } from '../../../services/stack/src/programs/missing-programs';

const debian: Machine = {
  platform: 'linux',
  hasApt: true,
  isRoot: true,
  hasPackage: (name) => name === 'openjdk-17-jre-headless',
};

describe('programs that are missing before the tests', () => {
  it('are installed by root on Debian, with a Java that Kafka runs on', () => {
    expect(installCommand(['redis-server', 'java'], debian)).toEqual({
      kind: 'own',
      packages: ['redis-server', 'openjdk-17-jre-headless'],
    });
    expect(installCommand(['java'], { ...debian, hasPackage: () => true })).toEqual({
      kind: 'own',
      packages: ['openjdk-21-jre-headless'],
    });
    expect(installCommand(['java'], { ...debian, hasPackage: () => false })).toEqual({
      kind: 'own',
      packages: ['default-jre-headless'],
    });
  });

  it('are a browser without windows where the system has one', () => {
    expect(installCommand(['chromium'], debian)).toEqual({ kind: 'own', packages: ['chromium'] });
    expect(installCommand(['chromium'], { ...debian, hasPackage: () => true })).toEqual({
      kind: 'own',
      packages: ['chromium-headless-shell'],
    });
  });

  it('are asked for by the exact command of anybody else', () => {
    expect(installCommand(['redis-server'], { ...debian, isRoot: false })).toEqual({
      kind: 'ask',
      command: 'sudo apt-get update && sudo apt-get install -y redis-server',
    });
    expect(
      installCommand(['redis-server', 'java'], { ...debian, platform: 'darwin', hasApt: false }),
    ).toEqual({
      kind: 'ask',
      command: 'brew install redis openjdk',
    });
    expect(installCommand(['java'], { ...debian, hasApt: false })).toMatchObject({ kind: 'ask' });
  });
});

it('reads the version of Java from what it says of itself', () => {
  expect(javaVersionOf('openjdk version "17.0.15" 2025-04-15')).toBe(17);
  expect(javaVersionOf('openjdk version "21" 2023-09-19')).toBe(21);
  expect(javaVersionOf('java version "1.8.0_401"')).toBe(1);
  expect(javaVersionOf('The operation couldn’t be completed.')).toBeUndefined();
});
