/** Where in the timeline the reader is, and where keys lead from there, in a real browser. */
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { keyboard } from '../doubles/page-input.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { renderedSeqs, EVENT, lineOf, scroller, renderTimeline, lineTop } from '../doubles/render-timeline.tsx';

/** What the page would leave behind if it were left now. */
function keptPlaces(): string {
  window.dispatchEvent(new Event('pagehide'));
  return window.sessionStorage.getItem('watchfloor.places') ?? '';
}

describe('a place in the list', () => {
  it('[PAGE-33] an address that names an old event shows it in the middle, and keys step to its neighbours', async () => {
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

  it('[PAGE-34] is there again on the way back from another screen', async () => {
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

  it('[PAGE-34] is there again also where as many lines were read as are kept', async () => {
    // An entry of its own, at which no place was kept.
    window.history.pushState(null, '', '#/coverage');
    const { backend, stores } = await renderTimeline(4_000, '#/timeline');
    await expect
      .poll(() => {
        scroller().scrollTop += 3_000;
        return Math.min(...renderedSeqs());
      })
      .toBeLessThan(1_500);
    // Of all entries, the one that is shown: of a place that was scrolled past, a line may be drawn still, above the view.
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
    const asked = backend.pageQueries.length;
    window.history.back();
    await expect.poll(() => lineTop(seq)).toBe(before);
    // Newer rows would take the place of those that are read.
    expect(backend.pageQueries.slice(asked).filter(({ limit }) => limit > 1)).toEqual([]);
  });

  it('keys that act on no line yet begin with the first that is in view', async () => {
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

  it('[PAGE-35] E goes to the next failure, also where it was not read yet', async () => {
    const backend = new PageBackend();
    backend.storeQuietly(1, EVENT);
    backend.storeQuietly(2_000, { ...EVENT, outcome: 'succeeded' });
    await renderTimeline(0, null, backend);
    await expect.poll(() => renderedSeqs()[0]).toBe(2_001);
    await keyboard('e');
    await expect.poll(() => document.querySelector('[data-cursor]')?.getAttribute('data-key')).toBe('1');
  });
});

describe('[PAGE-35] E where there is no older failure', () => {
  const list = page.getByTestId('events');

  it('says so for some seconds, and says why it cannot be looked for', async () => {
    const backend = new PageBackend();
    backend.storeQuietly(300, { ...EVENT, outcome: 'succeeded', countryCode: 'DE' });
    const { clock } = await renderTimeline(0, '#/timeline', backend);
    const asks: [string, string][] = [
      ['', 'No older failure is stored'],
      ['?q=country%3ADE', 'No older failure matches this filter'],
      ['?q=outcome%3Asucceeded', 'The filter leaves failures out'],
    ];
    /* oxlint-disable no-await-in-loop -- one query after another */
    for (const [query, words] of asks) {
      window.location.hash = `#/timeline${query}`;
      const chips = () => document.querySelectorAll('search [aria-label^="Change "]').length;
      await expect.poll(() => [renderedSeqs()[0], chips()]).toEqual([300, query === '' ? 0 : 1]);
      await keyboard('e');
      await expect.element(list).toMatchTextContent(words);
      clock.advance(5_000);
      await expect.element(list).not.toMatchTextContent(words);
    }
    /* oxlint-enable no-await-in-loop */
    window.location.hash = '#/timeline';
    await expect.poll(() => document.querySelectorAll('search [aria-label^="Change "]').length).toBe(0);
    vi.spyOn(backend.timeline, 'page').mockRejectedValue(new Error('Nobody answers.'));
    await keyboard('e');
    await expect.element(list).toMatchTextContent('An older failure cannot be looked for. Nobody answers.');
  });

  it('asks once however long the key is held, and not on when Escape was pressed', async () => {
    const backend = new PageBackend();
    backend.storeQuietly(1, EVENT);
    backend.storeQuietly(300, { ...EVENT, outcome: 'succeeded' });
    await renderTimeline(0, null, backend);
    await expect.poll(() => renderedSeqs()[0]).toBe(301);
    const asked = backend.pageQueries.length;
    backend.defersPages = true;
    await keyboard('eee');
    expect(backend.pageQueries.length - asked).toBe(1);
    await keyboard('{Escape}');
    backend.resolveDeferred();
    backend.defersPages = false;
    await keyboard('j');
    await expect.poll(() => document.querySelector<HTMLElement>('[data-cursor]')?.dataset['key']).toBe('301');
  });
});
