import { describe, expect, test } from 'vitest';
import type { WebContents } from 'electron';
import { lockNavigation } from '../../../src-main/hosts/electron/window/navigation-lock.ts';
import { FakeWebContents } from '../../doubles/electron.ts';
import { externalAddresses } from './external-addresses.ts';

function lockedContents(origins: readonly string[] = []) {
  const contents = new FakeWebContents();
  contents.url = 'app://watchfloor/#/timeline?event=4712';
  const openedOutside: string[] = [];
  lockNavigation(contents as unknown as WebContents, {
    mayOpen: async (address) => origins.includes(new URL(address).origin),
    open: async (address) => void openedOutside.push(address),
  });
  const openAll = async (addresses: readonly string[]) => {
    const results = addresses.map((url) => contents.windowOpenHandler?.({ url }));
    // The check of an address takes a few turns of promises.
    await new Promise(setImmediate);
    return results;
  };
  return { contents, openedOutside, openAll };
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
  '[SAFE-6, SAFE-13] the window stays on its page: %s is always prevented',
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

const DENIED = { action: 'deny' };

test('[SAFE-13] no address opens a second window or the browser', async () => {
  const { openAll, openedOutside } = lockedContents();
  expect(await openAll(externalAddresses)).toEqual(externalAddresses.map(() => DENIED));
  expect(openedOutside).toEqual([]);
});

test('[SIGN-25] an address that only looks like that of an own link does not open in the browser', async () => {
  const { openAll, openedOutside } = lockedContents(['https://known.example']);
  await openAll(externalAddresses);
  expect(openedOutside).toEqual([]);
});

test('[SIGN-25] an address of an own link opens in the browser, whatever its path, and never in a window', async () => {
  const listed = ['https://known.example/', 'https://known.example/guide?page=2#top'];
  const { openAll, openedOutside } = lockedContents(['https://known.example']);
  expect(await openAll(listed)).toEqual([DENIED, DENIED]);
  expect(openedOutside).toEqual(listed);
});

test('[SIGN-25] plain http opens only on this computer, even if an own link names its host', async () => {
  const { openAll, openedOutside } = lockedContents(['http://127.0.0.1:3000', 'http://known.example']);
  await openAll(['http://127.0.0.1:3000/d/1', 'http://known.example/']);
  expect(openedOutside).toEqual(['http://127.0.0.1:3000/d/1']);
});
