import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { savePosition } from '../../src-renderer/address/browser-address.ts';
import { timelineAddress } from '../../src-renderer/address/screen-addresses.ts';
import {
  goTo,
  useAddress,
  useAddressPart,
  useHistoryPosition,
  useScreenName,
} from '../../src-renderer/address/use-address.ts';

/** Opens an address, and counts the renders of components that read the address or one part of it. */
async function openAt(address: string) {
  window.history.pushState(null, '', address);
  const drawn = { address: 0, event: 0 };
  const read = {
    address: await renderHook(() => {
      drawn.address += 1;
      return useAddress(timelineAddress);
    }),
    event: await renderHook(() => {
      drawn.event += 1;
      return useAddressPart(timelineAddress, 'event');
    }),
    screen: await renderHook(() => useScreenName()),
    place: await renderHook(() => useHistoryPosition<unknown>()),
  };
  return {
    drawn,
    address: () => read.address.result.current,
    event: () => read.event.result.current,
    screen: () => read.screen.result.current,
    place: () => read.place.result.current[0],
    keep: (place: unknown) => read.place.result.current[1](place),
  };
}
const hash = () => window.location.hash;

afterEach(() => vi.restoreAllMocks());

describe('the address', () => {
  it('adds one history entry for each change, which Back undoes, and none if nothing changes', async () => {
    const read = await openAt('#/timeline?x=1');
    const pushed = vi.spyOn(window.history, 'pushState');
    read.address().change({ event: 5 });
    read.address().change({ event: 5 });
    read.address().change({ event: 6 }, { replace: true });
    await expect.poll(read.event).toBe(6);
    expect({ hash: hash(), more: pushed.mock.calls.length }).toEqual({
      hash: '#/timeline?x=1&event=6',
      more: 1,
    });
    window.history.back();
    await expect.poll(read.event).toBeNull();
    expect(hash()).toBe('#/timeline?x=1');
  });

  it('renders only the components again whose part changed', async () => {
    const read = await openAt('#/timeline?event=5');
    const before = { ...read.drawn };
    goTo('#/timeline?event=5&stranger=1');
    read.address().change({ around: 9 });
    await expect.poll(() => read.address().value.around).toBe(9);
    expect(read.drawn).toEqual({ address: before.address + 1, event: before.event });
  });

  it.each(['', '#', '#/', '#/nowhere/x?event=5', '#/constructor', '#/__proto__', '#%'])(
    '[PAGE-55] becomes Watch if the screen is unknown: %j',
    async (unknown) => {
      // Counts pushed entries, because browsers limit the length of the history.
      const pushed = vi.spyOn(window.history, 'pushState');
      const read = await openAt(unknown === '' ? window.location.pathname : unknown);
      await expect.poll(read.screen).toBe('watch');
      expect({ screen: read.screen(), hash: hash(), more: pushed.mock.calls.length }).toEqual({
        screen: 'watch',
        hash: '#/watch',
        more: 1,
      });
    },
  );

  it('leaves a launch link for the host to read', async () => {
    const read = await openAt('#/data');
    window.history.replaceState(null, '', '#launch=token');
    window.dispatchEvent(new PopStateEvent('popstate'));
    window.dispatchEvent(new HashChangeEvent('hashchange'));
    expect({ hash: hash(), screen: read.screen() }).toEqual({ hash: '#launch=token', screen: 'data' });
  });
});

describe('the saved position of a history entry', () => {
  it('[PAGE-38] is restored after Back and Forward, unchanged by positions of other entries', async () => {
    const read = await openAt('#/timeline');
    expect(read.place()).toBeNull();
    read.keep({ anchor: 1 });
    read.keep({ anchor: 4_712 });
    goTo('#/coverage');
    await expect.poll(read.screen).toBe('coverage');
    expect(read.place()).toBeNull();
    read.keep({ top: 3_000 });
    window.history.back();
    await expect.poll(read.screen).toBe('timeline');
    expect(read.place()).toEqual({ anchor: 4_712 });
    window.history.forward();
    await expect.poll(read.screen).toBe('coverage');
    expect(read.place()).toEqual({ top: 3_000 });
  });

  it('[PAGE-38] is restored after a link and after a reload', async () => {
    const read = await openAt('#/timeline');
    read.keep({ anchor: 7 });
    window.location.hash = '#/coverage';
    await expect.poll(read.screen).toBe('coverage');
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    window.history.back();
    await expect.poll(read.screen).toBe('timeline');
    const anew: object = await import(
      // @ts-expect-error -- a second copy of the module, as after a reload
      '../../src-renderer/address/browser-address.ts?anew'
    );
    if (!('entryPosition' in anew) || typeof anew.entryPosition !== 'function')
      throw new Error('There is no such module.');
    expect(anew.entryPosition()).toEqual({ anchor: 7 });
  });

  it('is dropped after 100 newer entries', async () => {
    await openAt('#/timeline');
    for (let entry = 1; entry <= 102; entry += 1) {
      goTo(`#/timeline?event=${entry}`);
      savePosition(entry);
    }
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    const kept: object = JSON.parse(window.sessionStorage.getItem('watchfloor.places') ?? '{}');
    expect(Object.values(kept)).toEqual(Array.from({ length: 100 }, (_, index) => index + 3));
  });
});
