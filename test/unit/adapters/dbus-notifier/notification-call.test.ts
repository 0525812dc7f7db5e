import { describe, expect, test } from 'vitest';
import { notifyArguments } from '../../../../src-main/adapters/dbus-notifier/notification-call.ts';
import { sessionBusAddress } from '../../../../src-main/adapters/dbus/session-bus.ts';
import type { AlarmNotification } from '../../../../src-shared/api/alarms.ts';
import { aNotice } from '../../../doubles/alarms.ts';

const notice = (part: Partial<AlarmNotification> = {}) =>
  aNotice({ alarm: 'alarm', title: 'Allocation failed', body: '8904… in Sweden', ...part });
const manner = (...capabilities: string[]) => ({
  capabilities: new Set(capabilities),
  replaces: 0,
  clickLabel: 'Open',
});

test('a notification becomes the arguments of a Notify call', () => {
  expect(notifyArguments(notice(), { ...manner('body', 'actions'), replaces: 7 })).toEqual([
    'Watchfloor',
    7,
    'dialog-error',
    'Allocation failed',
    '8904… in Sweden',
    ['default', 'Open'],
    [
      ['urgency', ['y', 1]],
      ['desktop-entry', ['s', 'watchfloor']],
      ['category', ['s', 'network.error']],
      ['suppress-sound', ['b', true]],
    ],
    -1,
  ]);
});

test('[PAGE-173] received text is never markup and contains no control characters', () => {
  const hostile = notice({ title: 'A\u202eB', body: '<a href="http://evil">x</a> & \u0007\nnext' });
  const shown = (...capabilities: string[]) => notifyArguments(hostile, manner(...capabilities)).slice(3, 5);
  expect(shown('body', 'body-markup')).toEqual([
    'A\\u{202E}B',
    '&lt;a href="http://evil"&gt;x&lt;/a&gt; &amp; \\u{0007}\nnext',
  ]);
  expect(shown('body')).toEqual(['A\\u{202E}B', '<a href="http://evil">x</a> & \\u{0007}\nnext']);
});

test('a service that shows one line gets one line', () => {
  expect(notifyArguments(notice({ body: 'two\nlines' }), manner()).slice(3, 6)).toEqual([
    'Allocation failed · two · lines',
    '',
    [],
  ]);
});

describe('[NOTIFY-2] a loss of the stream is critical and never expires while it lasts; other updates are quiet', () => {
  test.each([
    [{}, 1, -1],
    [{ severity: 'unknown' }, 1, -1],
    [{ severity: 'watching', isLasting: true }, 2, 0],
    [{ severity: 'watching', isLasting: true, isUpdate: true }, 2, 0],
    [{ isUpdate: true }, 0, -1],
    [{ severity: 'watching', isUpdate: true }, 0, -1],
  ] as const)('%j: urgency %i, expire_timeout %i', (changes, urgency, expireTimeout) => {
    const call = notifyArguments(notice(changes), manner('body'));
    expect([call[6][0], call[7]]).toEqual([['urgency', ['y', urgency]], expireTimeout]);
  });
});

describe('the address of the session bus', () => {
  const RUNTIME = { XDG_RUNTIME_DIR: '/run/user/1000' };
  test.each([
    ['linux', {}, [], null],
    ['linux', { DBUS_SESSION_BUS_ADDRESS: 'unix:abstract=x', ...RUNTIME }, ['/run/user/1000/bus'], 'unix:abstract=x'],
    ['linux', RUNTIME, ['/run/user/1000/bus'], 'unix:path=/run/user/1000/bus'],
    ['linux', RUNTIME, [], null],
    ['darwin', { DBUS_SESSION_BUS_ADDRESS: 'unix:abstract=x' }, [], null],
    ['win32', { DBUS_SESSION_BUS_ADDRESS: 'unix:abstract=x' }, [], null],
  ])('%s %j %j: %s', (platform, env, files: string[], address) => {
    expect(sessionBusAddress({ platform, env, exists: (path) => files.includes(path) })).toBe(address);
  });
});
