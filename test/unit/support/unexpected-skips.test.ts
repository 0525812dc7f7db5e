import { expect, test } from 'vitest';
import { playwrightTimes, vitestTimes } from '../../support/file-times.ts';
import { NEEDS_ROOT, unexpectedSkips } from '../../support/unexpected-skips.ts';

const CI = { isCi: true, platform: 'linux', isRoot: true };
const noNats = { name: 'log of a team on a real NATS server', reason: 'no nats-server' };
const noElectron = { name: 'real Electron on X11', reason: 'the Electron binary is not there' };

test('CI on Linux fails if a suite other than real Electron or a test is skipped', () => {
  expect(unexpectedSkips(CI, [noElectron, noNats], ['[TEAM-151] the seat goes round'])).toEqual([
    'log of a team on a real NATS server: no nats-server',
    '[TEAM-151] the seat goes round',
  ]);
  expect(unexpectedSkips(CI, [noElectron], [])).toEqual([]);
});

test.each([{ isCi: false }, { platform: 'darwin' }])('a run with %j may skip', (change) => {
  expect(unexpectedSkips({ ...CI, ...change }, [noNats], ['a test'])).toEqual([]);
});

test('a user of CI other than root may skip the test that needs root', () => {
  const skipped = [`[KEEP-5] ${NEEDS_ROOT}`, 'another'];
  expect(unexpectedSkips({ ...CI, isRoot: false }, [], skipped)).toEqual(['another']);
  expect(unexpectedSkips(CI, [], skipped)).toEqual(skipped);
});

test('skipped tests are read from the reports of Vitest and Playwright', () => {
  const results = ['passed', 'failed', 'skipped', 'pending', 'todo'].map((status) => ({ fullName: status, status }));
  const times = { startTime: 1_000, endTime: 3_500, status: 'failed', message: '' };
  const file = { name: '/checkout/test/a.test.ts', ...times, assertionResults: results };
  expect(vitestTimes({ testResults: [file] }, '/checkout')).toMatchObject([
    { file: 'test/a.test.ts', tests: 5, seconds: 2.5, skipped: ['skipped', 'pending', 'todo'] },
  ]);
  const spec = (title: string, status: string, ms: number) => ({
    title,
    tests: [{ status, annotations: [], results: [{ duration: ms }] }],
  });
  const suites = [
    {
      file: 'browser/b.pw.ts',
      specs: [spec('runs', 'expected', 500)],
      suites: [{ file: 'browser/b.pw.ts', specs: [spec('is skipped', 'skipped', 0)] }],
    },
  ];
  expect(playwrightTimes({ config: { rootDir: '/checkout/test' }, suites }, '/checkout')).toMatchObject([
    { file: 'test/browser/b.pw.ts', tests: 2, seconds: 0.5, skipped: ['is skipped'] },
  ]);
});
