import { expect, test } from 'vitest';
import { ownStartArguments, readOpenRequest } from '../../../src-main/hosts/electron/second-instance.ts';

const nothing = { named: {}, link: null };

test.each<[string[], unknown]>([
  [[], nothing],
  [['--data-dir=/elsewhere', '--wall', '--vault-key-file=/key'], nothing],
  [['--profile', 'acme.json'], { ...nothing, named: { profile: '/home/noc/acme.json' } }],
  [
    ['--profile=/etc/acme.json', '--replace-profile'],
    { ...nothing, named: { profile: '/etc/acme.json', replaceProfile: true } },
  ],
  [['--practice=failure-storm'], { ...nothing, named: { practice: 'failure-storm' } }],
  [['watchfloor://event/4712'], { named: {}, link: { target: { kind: 'event', seq: 4712 }, profile: null } }],
])(
  '[HOST-7] a second start with %j requests what its arguments name, relative to its working directory',
  (argv, expected) => expect(readOpenRequest({ argv, cwd: '/home/noc' })).toEqual(expected),
);

test.each([
  [undefined],
  [null],
  [{}],
  [[]],
  ['x'],
  [{ argv: 'x', cwd: '/' }],
  [{ argv: [1], cwd: '/' }],
  [{ argv: [] }],
])('[HOST-7] a message that no second start sent (%j) requests nothing', (sent) =>
  expect(readOpenRequest(sent)).toEqual(nothing),
);

test('[HOST-7] a wrong command line and an unknown link are reported without the link', () => {
  const wrong = (argv: string[]) => () => readOpenRequest({ argv, cwd: '/' });
  expect(wrong(['--practice', '--profile=a.json'])).toThrow(
    expect.objectContaining({
      data: {
        code: 'BAD_ARGUMENT',
        facts: { words: '--practice and --profile exclude each other. Give one of them.' },
      },
    }),
  );
  expect(wrong(['watchfloor://evil/text'])).toThrow(
    expect.objectContaining({
      data: { code: 'BAD_ARGUMENT', facts: { words: 'Watchfloor cannot open this link.' } },
    }),
  );
});

test.each<[unknown, string[]]>([
  [{ argv: [], cwd: '/home/noc' }, ['--data-dir=/data', '--wall']],
  [
    { argv: ['--lang=en', '--profile', 'acme.json', '--replace-profile', '--vault-key-file', 'key'], cwd: '/home/noc' },
    [
      '--profile=/home/noc/acme.json',
      '--replace-profile',
      '--data-dir=/data',
      '--vault-key-file=/home/noc/key',
      '--wall',
    ],
  ],
  [{ argv: ['--practice'], cwd: '/' }, ['--practice', '--data-dir=/data', '--wall']],
  [
    { argv: ['--practice=calm', 'watchfloor://event/1', '--profile=/evil'], cwd: '/' },
    ['--practice=calm', '--data-dir=/data', '--wall', 'watchfloor://event/1'],
  ],
  [{ argv: ['--practice', '--profile=a.json'], cwd: '/' }, ['--data-dir=/data', '--wall']],
  ['x', ['--data-dir=/data', '--wall']],
])('[HOST-7] %j, started after this app has ended, becomes %j', (sent, expected) =>
  expect(ownStartArguments(sent, { dataDir: '/data', wall: true })).toEqual(expected),
);
