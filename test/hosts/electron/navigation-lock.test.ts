import { expect, test } from 'vitest';
import type { WebContents } from 'electron';
import { lockNavigation, mayOpenExternally } from '../../../src-main/hosts/electron/navigation-lock.ts';
import { FakeWebContents } from '../../doubles/electron.ts';
import { foreignAddresses } from './foreign-addresses.ts';

function lockedContents() {
  const contents = new FakeWebContents();
  const openedOutside: string[] = [];
  lockNavigation(contents as unknown as WebContents, async (address) => void openedOutside.push(address));
  return { contents, openedOutside };
}

test.each(['will-navigate', 'will-redirect', 'will-frame-navigate', 'will-attach-webview'])(
  'the window stays on its page: %s is prevented for every address',
  (event) => {
    const { contents } = lockedContents();
    const notPrevented = foreignAddresses.filter((url) => {
      let prevented = false;
      contents.emit(event, { url, preventDefault: () => (prevented = true) }, url);
      return !prevented;
    });
    expect(notPrevented).toEqual([]);
  },
);

test('no address opens a second window, and none leaves for the browser', () => {
  const { contents, openedOutside } = lockedContents();
  const answers = foreignAddresses.map((url) => contents.windowOpenHandler?.({ url }));
  expect(answers).toEqual(foreignAddresses.map(() => ({ action: 'deny' })));
  expect(openedOutside).toEqual([]);
});

test('of the addresses that look like a listed one, none may open outside', () => {
  expect(foreignAddresses.filter((address) => mayOpenExternally(address, ['https://known.example']))).toEqual([]);
});

test('a listed origin may open outside, whatever its path', () => {
  const listed = ['https://known.example', 'https://known.example/guide?page=2#top', 'https://KNOWN.example:443/'];
  expect(listed.filter((address) => mayOpenExternally(address, ['https://known.example']))).toEqual(listed);
});
