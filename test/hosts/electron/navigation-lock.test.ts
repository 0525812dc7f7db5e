import { describe, expect, test } from 'vitest';
import type { WebContents } from 'electron';
import { lockNavigation, mayOpenExternally } from '../../../src-main/hosts/electron/window/navigation-lock.ts';
import { FakeWebContents } from '../../doubles/electron.ts';
import { externalAddresses } from './external-addresses.ts';

function lockedContents() {
  const contents = new FakeWebContents();
  contents.url = 'app://watchfloor/#/timeline?event=4712';
  const openedOutside: string[] = [];
  lockNavigation(contents as unknown as WebContents, async (address) => void openedOutside.push(address));
  return { contents, openedOutside };
}

function followed(event: string, { present = 'app://watchfloor/#/timeline', isMainFrame = true } = {}) {
  const { contents } = lockedContents();
  contents.url = present;
  return [...externalAddresses, 'app://watchfloor/?wall', 'app://watchfloor/stopped.html'].filter((url) => {
    let prevented = false;
    contents.emit(event, { url, isMainFrame, preventDefault: () => (prevented = true) }, url);
    return !prevented;
  });
}

test.each(['will-redirect', 'will-attach-webview'])(
  '[SAFE-11, SAFE-13] the window stays on its page: %s is always prevented',
  (event) => expect(followed(event)).toEqual([]),
);

describe.each(['will-navigate', 'will-frame-navigate'])(
  '[SAFE-13] the window stays on its page: %s is prevented',
  (event) => {
    test('[SAFE-13] except for a reload of the page that it shows', () =>
      expect(followed(event)).toEqual(['app://watchfloor/']));

    test('[SAFE-13] except for a reload of the wall page', () =>
      expect(followed(event, { present: 'app://watchfloor/?wall#/watch' })).toEqual(['app://watchfloor/?wall']));

    test('[SAFE-13] except for the links of the page that shows that it stopped', () =>
      expect(followed(event, { present: 'app://watchfloor/stopped.html' })).toEqual([
        'app://watchfloor/',
        'app://watchfloor/?wall',
        'app://watchfloor/stopped.html',
      ]));

    test('in a frame, and if the window shows another page', () =>
      expect([
        ...followed(event, { isMainFrame: false }),
        ...followed(event, { present: '' }),
        ...followed(event, { present: 'https://evil.example/' }),
      ]).toEqual([]));
  },
);

test('[SAFE-14] no address opens a second window or the browser', () => {
  const { contents, openedOutside } = lockedContents();
  const results = externalAddresses.map((url) => contents.windowOpenHandler?.({ url }));
  expect(results).toEqual(externalAddresses.map(() => ({ action: 'deny' })));
  expect(openedOutside).toEqual([]);
});

test('[SIGN-25] an address that only looks like a listed one does not open in the browser', () => {
  expect(externalAddresses.filter((address) => mayOpenExternally(address, ['https://known.example']))).toEqual([]);
});

test('an address of a listed origin may open in the browser, whatever its path', () => {
  const listed = ['https://known.example', 'https://known.example/guide?page=2#top', 'https://KNOWN.example:443/'];
  expect(listed.filter((address) => mayOpenExternally(address, ['https://known.example']))).toEqual(listed);
});
