import { expect, test } from 'vitest';
import { browserCommand } from '../../../src-main/hosts/cli/sign-in/open-browser.ts';

const link = 'http://127.0.0.1:4000/#launch=a&b';

test.each([
  ['darwin', {}, ['open', [link]]],
  ['win32', {}, ['rundll32', ['url.dll,FileProtocolHandler', link]]],
  ['linux', { DISPLAY: ':0' }, ['xdg-open', [link]]],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open', [link]]],
  ['linux', {}, null],
] as const)('the browser is opened on %s with %o', (platform, environment, expected) => {
  expect(browserCommand(link, platform, environment)).toEqual(expected);
});
