/** Tests the position of the user in the timeline, and the keys that move it, in a browser. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { keyboard } from '../doubles/page-input.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { renderedSeqs, EVENT, lineOf, scroller, renderTimeline, lineTop } from '../doubles/render-timeline.tsx';

/** Returns the positions that the page would save if it were closed now. */
function keptPlaces(): string {
  window.dispatchEvent(new Event('pagehide'));
  return window.sessionStorage.getItem('watchfloor.places') ?? '';
}

describe('a position in the list', () => {
  it('[PAGE-38] is in the middle for an old event in the address, and keys step to its neighbours', async () => {
    await renderTimeline(3_000, '#/timeline?event=100');
    await expect.poll(() => lineTop(100)).not.toBeNull();
    const { top, height } = scroller().getBoundingClientRect();
    expect(Math.abs((lineTop(100) ?? 0) - (top + height / 2))).toBeLessThan(60);
    expect(lineOf(100).hasAttribute('data-opened')).toBe(true);
    await expect.element(page.getByRole('button', { name: 'Newer rows ↑' })).toBeVisible();
    await keyboard('j');
    await expect.poll(() => window.location.hash).toBe('#/timeline?event=99');
    await keyboard('kk');
    await expect.poll(() => window.location.hash).toBe('#/timeline?event=101');
  });

  it('[PAGE-38] is restored on the way back from another screen', async () => {
    await renderTimeline(1_000, '#/timeline');
    scroller().scrollTop = 3_000;
    await expect.poll(() => renderedSeqs().includes(895)).toBe(true);
    const before = lineTop(895);
    await expect.poll(keptPlaces).toMatch(/"seq":90\d/);
    window.location.hash = '#/coverage';
    await expect.poll(() => document.querySelector('[data-testid="events"]')).toBeNull();
    window.history.back();
    await expect.poll(() => lineTop(895)).toBe(before);
  });

  it('[PAGE-38] is restored even if the window of rows was full', async () => {
    // A separate history entry without a saved position.
    window.history.pushState(null, '', '#/coverage');
    const { backend, stores } = await renderTimeline(4_000, '#/timeline');
    await expect
      .poll(() => {
        scroller().scrollTop += 3_000;
        return Math.min(...renderedSeqs());
      })
      .toBeLessThan(1_500);
    // Finds the saved position of the current entry: a row of an earlier position may still be rendered above the view.
    const kept = () =>
      [...keptPlaces().matchAll(/"seq":(\d+)/g)]
        .map(([, seq]) => Number(seq))
        .find((seq) => renderedSeqs().includes(seq) && (lineTop(seq) ?? -1) >= 0);
    await expect.poll(kept).toBeDefined();
    await expect.poll(() => stores.timeline.getState().request).toBeNull();
    const seq = kept() ?? 0;
    const before = lineTop(seq);
    window.location.hash = '#/coverage';
    await expect.poll(() => document.querySelector('[data-testid="events"]')).toBeNull();
    const asked = backend.calls.inputsOf('timeline.page').length;
    window.history.back();
    await expect.poll(() => lineTop(seq)).toBe(before);
    // Newer rows would replace those that the user reads.
    expect(
      backend.calls
        .inputsOf('timeline.page')
        .slice(asked)
        .filter(({ limit }) => limit > 1),
    ).toEqual([]);
  });

  it('starts at the first row in view when the first key is pressed', async () => {
    await renderTimeline(1_000);
    scroller().scrollTop = 3_010;
    await expect.poll(() => renderedSeqs().includes(890)).toBe(true);
    const { top } = scroller().getBoundingClientRect();
    const covered = scroller().querySelector('thead')?.getBoundingClientRect().height ?? 0;
    const first = renderedSeqs().find((seq) => (lineTop(seq) ?? 0) >= top + 2 * covered - 1);
    await keyboard('j');
    await expect.poll(() => document.querySelector<HTMLElement>('[data-cursor]')?.dataset['key']).toBe(String(first));
    expect(scroller().scrollTop).toBe(3_010);
  });

  it('[PAGE-263] moves with E to the next failure, even if that is not loaded yet', async () => {
    const backend = new PageBackend();
    backend.storeQuietly(1, EVENT);
    backend.storeQuietly(2_000, { ...EVENT, outcome: 'succeeded' });
    await renderTimeline(0, null, backend);
    await expect.poll(() => renderedSeqs()[0]).toBe(2_001);
    await keyboard('e');
    await expect.poll(() => document.querySelector('[data-cursor]')?.getAttribute('data-key')).toBe('1');
  });
});

describe('[PAGE-263] E without an older failure', () => {
  const list = page.getByTestId('events');

  it('says for 5 s that there is none, or why it cannot be looked for', async () => {
    const backend = new PageBackend();
    backend.storeQuietly(300, { ...EVENT, outcome: 'succeeded', countryCode: 'DE' });
    const { clock } = await renderTimeline(0, '#/timeline', backend);
    const asks: [string, string][] = [
      ['', 'No older failure is stored'],
      ['?q=country%3ADE', 'No older failure matches this filter'],
      ['?q=outcome%3Asucceeded', 'The filter excludes failures'],
    ];
    for (const [query, words] of asks) {
      window.location.hash = `#/timeline${query}`;
      const chips = () => document.querySelectorAll('search [aria-label$=", change"]').length;
      await expect.poll(() => [renderedSeqs()[0], chips()]).toEqual([300, query === '' ? 0 : 1]);
      await keyboard('e');
      await expect.element(list).toMatchTextContent(words);
      clock.advance(5_000);
      await expect.element(list).not.toMatchTextContent(words);
    }
    window.location.hash = '#/timeline';
    await expect.poll(() => document.querySelectorAll('search [aria-label$=", change"]').length).toBe(0);
    backend.calls.fail(new Error('Nobody answers.'), 'timeline.page');
    await keyboard('e');
    await expect.element(list).toMatchTextContent('Searching for an older failure failed. Nobody answers.');
  });

  it('sends one query however long it is held, and stops on Escape', async () => {
    const backend = new PageBackend();
    backend.storeQuietly(1, EVENT);
    backend.storeQuietly(300, { ...EVENT, outcome: 'succeeded' });
    await renderTimeline(0, null, backend);
    await expect.poll(() => renderedSeqs()[0]).toBe(301);
    const asked = backend.calls.inputsOf('timeline.page').length;
    backend.calls.hold('timeline.page');
    await keyboard('eee');
    expect(backend.calls.inputsOf('timeline.page').length - asked).toBe(1);
    await keyboard('{Escape}');
    backend.calls.release();
    backend.calls.stopHolding();
    await keyboard('j');
    await expect.poll(() => document.querySelector<HTMLElement>('[data-cursor]')?.dataset['key']).toBe('301');
  });
});
