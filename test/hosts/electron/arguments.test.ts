import { expect, test } from 'vitest';
import { desktopArguments } from '../../../src-main/hosts/electron/arguments.ts';

test.each<[string[], ReturnType<typeof desktopArguments>]>([
  [[], {}],
  [['--practice'], { practice: true }],
  [['--practice=failure-storm'], { practice: 'failure-storm' }],
  [['--profile', 'acme.json', '--data-dir', '/data'], { profile: 'acme.json', dataDir: '/data' }],
  [['--profile=acme.json', '--replace-profile'], { profile: 'acme.json', replaceProfile: true }],
  [['--profile=acme.json', '--data-dir=/data'], { profile: 'acme.json', dataDir: '/data' }],
  [['--inspect=0', '--remote-debugging-port=0', 'out/main/index.js', '--practice'], { practice: true }],
  [['--practice', '--no-sandbox', '--data-dir', '/data', '--lang=en-US'], { practice: true, dataDir: '/data' }],
  [['--wall', '--profile=acme.json'], { wall: true, profile: 'acme.json' }],
  [['out/main/index.js', 'watchfloor://coverage'], { link: 'watchfloor://coverage' }],
  // The author of a link may also have written the arguments after it, so they are ignored.
  [
    ['--data-dir=/data', 'WATCHFLOOR://x" --profile=', '--profile=//evil/p.json', '--vault-key-file', '/x'],
    { dataDir: '/data', link: 'WATCHFLOOR://x" --profile=' },
  ],
  [['--original-process-start-time=133', '-psn_0_12345'], {}],
])('reads %j', (argv, expected) => expect(desktopArguments(argv)).toEqual(expected));

test('reports an option without its value', () =>
  expect(() => desktopArguments(['--profile'])).toThrow(
    expect.objectContaining({
      data: {
        code: 'BAD_ARGUMENT',
        facts: { words: "Wrong command line: option '--profile <FILE>' argument missing." },
      },
    }),
  ));

test('refuses practice together with a profile', () =>
  expect(() => desktopArguments(['--practice', '--profile=acme.json'])).toThrow(
    expect.objectContaining({
      data: {
        code: 'BAD_ARGUMENT',
        facts: { words: '--practice and --profile exclude each other. Give one of them.' },
      },
    }),
  ));
