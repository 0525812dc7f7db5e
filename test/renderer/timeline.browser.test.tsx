import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { savePosition } from '../../src-renderer/address/browser-address.ts';
import type { Gap } from '../../src-shared/domain/coverage/coverage.ts';
import { click, keyboard } from '../doubles/page-input.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { START, watchSnapshot } from '../doubles/page-watch.ts';
import { renderedSeqs, EVENT, lineOf, scroller, renderTimeline, lineTop } from '../doubles/render-timeline.tsx';
import { cause } from '../doubles/stream-cause.ts';

const HEARTBEAT = { kind: 'HEARTBEAT', receivedAt: START } as const;

function unbrokenFrom(seqs: readonly number[]): number[] {
  return seqs.map((_, index) => (seqs[0] ?? 0) - index);
}
const line = (key: string | number) =>
  page
    .getByTestId('events')
    .getByRole('row')
    .and(page.elementLocator(lineOf(key)));
const newRows = (count: number) => page.getByRole('button', { name: `${count} new ↑` });

describe('the timeline', () => {
  it('[PAGE-109] shows stored and new rows, and keeps its rows when the connection is lost and the query changes', async () => {
    const { backend } = await renderTimeline(300);
    await expect.poll(() => renderedSeqs()[0]).toBe(300);
    backend.store(2, EVENT);
    await expect.poll(() => renderedSeqs()[0]).toBe(302);
    expect(renderedSeqs()).toEqual(unbrokenFrom(renderedSeqs()));
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
    const list = page.getByTestId('events');
    backend.emitWire('lost');
    await expect.element(list).toMatchTextContent('As of 14:00:00 UTC');
    expect(renderedSeqs()[0]).toBe(302);
    backend.calls.hold('timeline.page');
    window.location.hash = '#/timeline?q=country:SE';
    await expect.element(list).toMatchTextContent('rows of the previous query · filters wait for Watchfloor');
    expect([renderedSeqs()[0], list.element().closest('[data-stale="true"]') !== null]).toEqual([302, true]);
    await expect.element(page.getByText('Filters wait for Watchfloor', { exact: true })).toBeVisible();
  });

  it('[PAGE-90] has only failures and partial failures in bold', async () => {
    const { backend } = await renderTimeline(0);
    const outcomes = ['succeeded', 'failed', 'partial', 'in-progress', 'unknown'] as const;
    for (const outcome of outcomes) backend.store(1, { ...EVENT, outcome });
    await expect.poll(() => renderedSeqs()).toHaveLength(outcomes.length);
    const bold = [...page.getByTestId('events').element().querySelectorAll('[data-key] .strong')].map((summary) =>
      summary.closest('[data-key]')?.getAttribute('data-key'),
    );
    expect(new Set(bold)).toEqual(new Set(['2', '3']));
  });

  it('loads older rows on the way down and keeps few in the document', async () => {
    await renderTimeline(3_000);
    await keyboard('{End}');
    await expect.poll(() => renderedSeqs().at(-1)).toBe(1);
    expect(renderedSeqs()).toEqual(unbrokenFrom(renderedSeqs()));
    expect(renderedSeqs().length).toBeLessThan(80);
    await keyboard('{Home}');
    await expect.poll(() => renderedSeqs()[0]).toBe(3_000);
  });
});

describe('a list that is read', () => {
  it('[PAGE-3] pauses under a moving pointer, goes live on request, and again 2 s after the pointer has left', async () => {
    const { backend, clock, stores } = await renderTimeline(300);
    const [held, live] = [page.getByText('Held while you point'), page.getByText('Live', { exact: true })];
    await userEvent.hover(line(294));
    await expect.element(held).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(live).toBeVisible();
    backend.store(1, EVENT);
    await expect.poll(() => renderedSeqs()[0]).toBe(301);
    await expect.element(live).toBeVisible();
    await userEvent.hover(line(296));
    await expect.element(held).toBeVisible();
    const before = lineTop(296);
    backend.store(3, EVENT);
    await expect.element(newRows(3)).toBeVisible();
    expect({ first: renderedSeqs()[0], top: lineTop(296) }).toEqual({ first: 301, top: before });
    await userEvent.hover(page.getByTestId('signal'));
    await expect.poll(() => stores.timeline.getState().attention.isPointing).toBe(false);
    clock.advance(1_000);
    backend.store(1, EVENT);
    await expect.element(newRows(4)).toBeVisible();
    clock.advance(1_000);
    await expect.poll(() => renderedSeqs()[0]).toBe(305);
  });

  it('[PAGE-3] pauses under a pointer that rests where the rows appear', async () => {
    await renderTimeline(300, '#/timeline');
    await userEvent.hover(line(295));
    window.location.hash = '#/coverage';
    await expect.poll(() => document.querySelector('[data-testid="events"]')).toBeNull();
    window.history.back();
    await expect.element(page.getByText('Held while you point')).toBeVisible();
  });

  it('[PAGE-3] does not count heartbeats as new, and shows the first match of another filter although a row was current', async () => {
    const { backend } = await renderTimeline(300);
    await keyboard('jj');
    await expect.element(page.getByText('Held while you read')).toBeVisible();
    backend.store(5, HEARTBEAT);
    backend.store(1, EVENT);
    await expect.element(newRows(1)).toBeVisible();
    window.location.hash = '#/timeline?q=country:NO';
    await expect.element(page.getByRole('region', { name: 'Nothing matches' })).toBeVisible();
    expect(page.getByRole('grid').element().contains(document.activeElement)).toBe(true);
    backend.store(1, { ...EVENT, countryCode: 'NO' });
    await expect.poll(renderedSeqs).toEqual([307]);
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
  });

  it('pauses after the user scrolled, and goes to the newest rows on request', async () => {
    const { backend } = await renderTimeline(300);
    scroller().scrollTop = 1_500;
    await expect.poll(() => renderedSeqs().includes(245)).toBe(true);
    await expect.element(page.getByText('Held while you read')).toBeVisible();
    const before = lineTop(245);
    backend.store(18, EVENT);
    await expect.element(newRows(18)).toBeVisible();
    expect(lineTop(245)).toBe(before);
    await click(newRows(18));
    await expect.poll(() => renderedSeqs()[0]).toBe(318);
    expect({ scrollTop: scroller().scrollTop, seqs: renderedSeqs() }).toEqual({
      scrollTop: 0,
      seqs: unbrokenFrom(renderedSeqs()),
    });
  });

  it('[PAGE-263] closes the open event on Escape, then clears the current row, then goes live at the top', async () => {
    const { backend } = await renderTimeline(300);
    await keyboard('j'.repeat(40));
    await expect.poll(() => scroller().scrollTop).toBeGreaterThan(100);
    await keyboard('{Enter}');
    await expect.element(page.getByRole('complementary', { name: /^Event 26\d/ })).toBeVisible();
    backend.store(3, EVENT);
    await keyboard('{Escape}');
    await expect.element(page.getByRole('complementary', { name: /^Event/ })).not.toBeInTheDocument();
    await keyboard('{Escape}');
    await expect.poll(() => document.querySelector('[data-cursor]')).toBeNull();
    await expect.element(newRows(3)).toBeVisible();
    await keyboard('{Escape}');
    await expect.poll(() => renderedSeqs()[0]).toBe(303);
    expect(scroller().scrollTop).toBe(0);
  });

  it('[PAGE-263] shows the number of selected events and what can be done with them', async () => {
    const { backend } = await renderTimeline(12);
    const list = page.getByTestId('events');
    await keyboard('j{Control>}a{/Control}');
    await expect.element(list).toMatchTextContent('12 selected · Ctrl+C copies · Esc clears');
    backend.emitWire('lost');
    await expect.element(list).toMatchTextContent('12 selected');
    await keyboard('{Escape}');
    await expect.element(list).not.toMatchTextContent('selected');
  });
});

describe('lines other than events', () => {
  const gap: Gap = {
    id: 4,
    from: START - 990_000,
    to: START,
    lengthMs: 990_000,
    reason: 'silent',
    detail: null,
    afterSeq: 3,
  };

  it('[PAGE-1] include a gap at its place', async () => {
    const backend = new PageBackend();
    backend.gaps = [gap];
    await renderTimeline(5, null, backend);
    const keys = [...document.querySelectorAll<HTMLElement>('tr[data-key]')].map((row) => row.dataset['key']);
    expect(keys).toEqual(['5', '4', 'gap-4', '3', '2', '1']);
    expect(lineOf('gap-4').textContent).toBe(
      'Not watched16 m 30 s13:43:30 – 14:00:00 UTCStream went silentCheck inventory',
    );
  });

  const keys = () => [...document.querySelectorAll<HTMLElement>('tr[data-key]')].map((row) => row.dataset['key']);

  async function renderFiveGaps(hash: string) {
    const backend = new PageBackend();
    backend.storeQuietly(1, { ...EVENT, countryCode: 'SE' });
    backend.storeQuietly(5, { ...EVENT, countryCode: 'NO' });
    backend.storeQuietly(1, { ...EVENT, countryCode: 'SE' });
    backend.gaps = [5, 4, 3, 2, 1].map((id) => ({
      ...gap,
      id,
      from: START - (6 - id) * 3_600_000,
      to: START - (6 - id) * 3_600_000 + 990_000,
      afterSeq: id + 1,
    }));
    await renderTimeline(0, hash, backend);
  }

  it('[PAGE-1] include the gaps of a filtered list in one line per place, which expands and collapses', async () => {
    await renderFiveGaps('#/timeline?q=country:SE');
    await expect.poll(keys).toEqual(['7', 'folded-gap-5', '1']);
    expect(lineOf('folded-gap-5').textContent).toBe('Not watched5 gaps, 1 h 22 m09:00:00 – 13:16:30 UTC');
    await click(page.getByText('5 gaps, 1 h 22 m'));
    await expect.poll(keys).toEqual(['7', 'folded-gap-5', 'gap-5', 'gap-4', 'gap-3', 'gap-2', 'gap-1', '1']);
    await click(page.getByText('5 gaps, 1 h 22 m'));
    await expect.poll(keys).toEqual(['7', 'folded-gap-5', '1']);
    window.location.hash = '#/timeline';
    await expect.poll(keys).toHaveLength(12);
    expect(keys()).not.toContain('folded-gap-5');
  });

  it('[PAGE-1] collapse the gaps of a filtered list also while one of them is open, and J goes on below them', async () => {
    await renderFiveGaps('#/timeline?q=country:SE&gap=3');
    await expect.poll(() => keys().length).toBe(8);
    expect(lineOf('gap-3').hasAttribute('data-opened')).toBe(true);
    await click(page.getByText('5 gaps, 1 h 22 m'));
    await expect.poll(keys).toEqual(['7', 'folded-gap-5', '1']);
    expect(lineOf('folded-gap-5').hasAttribute('data-opened')).toBe(true);
    await expect.element(page.getByRole('complementary', { name: 'Gap' })).toBeVisible();
    await keyboard('j');
    await expect.poll(() => window.location.hash).toBe('#/timeline?q=country:SE&event=1');
  });

  it('[PAGE-263] open a gap in the pane with Enter, from which J goes to the next event and Escape back', async () => {
    const backend = new PageBackend();
    backend.gaps = [gap];
    await renderTimeline(5, '#/timeline?q=outcome:failed', backend);
    await expect.poll(() => renderedSeqs()[0]).toBe(5);
    await keyboard('jjj{Enter}');
    await expect.poll(() => window.location.hash).toBe('#/timeline?q=outcome:failed&gap=4');
    const pane = page.getByRole('complementary', { name: 'Gap' });
    await expect.element(pane).toMatchTextContent('Not watched for 16 m 30 s');
    expect(lineOf('gap-4').hasAttribute('data-opened')).toBe(true);
    await keyboard('j');
    await expect.poll(() => window.location.hash).toBe('#/timeline?q=outcome:failed&event=3');
    await expect.element(page.getByRole('complementary', { name: 'Event 3' })).toBeVisible();
    window.history.back();
    await expect.poll(() => window.location.hash).toBe('#/timeline?q=outcome:failed');
    await click(page.getByText('Not watched'));
    await expect.element(pane).toBeVisible();
    await keyboard('k');
    await expect.element(page.getByRole('complementary', { name: 'Event 4' })).toBeVisible();
    await keyboard('{Escape}');
    await expect.poll(() => window.location.hash).toBe('#/timeline?q=outcome:failed');
  });

  it('[PAGE-1] include a lasting gap on top, which counts every second and stays while the connection is lost', async () => {
    const { backend, clock } = await renderTimeline(5);
    backend.gaps = [{ ...gap, from: START - 130_000, to: null, lengthMs: null, afterSeq: 5 }];
    backend.announce();
    backend.emit(
      watchSnapshot({
        stream: { kind: 'blind', since: START - 130_000, cause, nextAttemptAt: null, attempt: 3 },
      }),
    );
    await expect.poll(() => lineOf('open-gap').textContent).toContain('Blind since 13:57:50 UTC2 m 10 s');
    clock.advance(1_000);
    await expect.poll(() => lineOf('open-gap').textContent).toContain('2 m 11 s');
    await expect.element(page.getByText('Not live: not watching')).toBeVisible();
    backend.emitWire('lost');
    await expect.poll(() => lineOf('open-gap').textContent).toContain('unknown since');
  });

  it('[PAGE-1] include an open heartbeat, from which E continues', async () => {
    const backend = new PageBackend();
    backend.storeQuietly(2, EVENT);
    backend.storeQuietly(1, HEARTBEAT);
    await renderTimeline(1, '#/timeline?event=3', backend);
    await expect.poll(() => lineOf('beats-3').hasAttribute('data-opened')).toBe(true);
    expect(lineOf('beats-3').textContent).toMatch(/^Heartbeat14:00:00/);
    await keyboard('e');
    await expect.poll(() => window.location.hash).toBe('#/timeline?event=2');
    expect(document.querySelector('[data-key="beats-3"]')).toBeNull();
  });

  it('[PAGE-1] include consecutive heartbeats as one line, which expands in place and collapses again', async () => {
    const backend = new PageBackend();
    backend.storeQuietly(2, EVENT);
    backend.storeQuietly(59, HEARTBEAT);
    await renderTimeline(1, null, backend);
    expect(renderedSeqs()).toEqual([62, 2, 1]);
    const fold = page.getByText('Heartbeats × 59');
    await click(fold);
    await expect.poll(() => renderedSeqs().slice(0, 4)).toEqual([62, 61, 60, 59]);
    await click(fold);
    await expect.poll(renderedSeqs).toEqual([62, 2, 1]);
  });
});

describe('a filter in the address', () => {
  const terms = [{ kind: 'value', field: 'country', values: ['SE'], negated: true }];

  it('[PAGE-38] applies to pages and updates, and is removed with its chip', async () => {
    const { backend } = await renderTimeline(5, '#/timeline?q=-country%3ASE');
    // The oldest event is requested separately, because the chart starts with it.
    const pages = () => backend.calls.inputsOf('timeline.page').filter(({ limit }) => limit > 1);
    expect(pages().at(-1)?.filter).toEqual({ terms });
    expect(backend.calls.inputsOf('timeline.feed').at(-1)?.filter).toEqual({ terms });
    await click(page.getByRole('button', { name: 'Remove -country:SE' }));
    await expect.poll(() => pages().at(-1)?.filter).toEqual({ terms: [] });
    expect(window.location.hash).toBe('#/timeline');
  });

  it('[PAGE-38] is shown with its reason if it cannot be read, and everything is listed', async () => {
    const { backend } = await renderTimeline(5, '#/timeline?q=colour%3Ared&event=x');
    const query = page.elementLocator(document.querySelector('search') ?? document.body);
    await expect.element(query).toMatchTextContent('colour:red');
    await expect.element(query).toMatchTextContent('It must be the number of an event');
    expect(backend.calls.inputsOf('timeline.page').at(-1)?.filter).toEqual({ terms: [] });
    await click(page.getByRole('button', { name: 'Remove event' }));
    await expect.poll(() => window.location.hash).toBe('#/timeline?q=colour%3Ared');
  });

  it('is combined with the newest rows if the saved position is invalid', async () => {
    window.history.pushState({ entry: 'of another version' }, '', '#/timeline');
    savePosition({ row: 7 });
    const { backend } = await renderTimeline(300, '#/timeline');
    expect(renderedSeqs()[0]).toBe(300);
    expect(
      backend.calls.inputsOf('timeline.page').every(({ cursor }) => cursor === null || Number.isSafeInteger(cursor)),
    ).toBe(true);
  });

  it('leaves no chip of a repeated parameter behind', async () => {
    await renderTimeline(0, '#/timeline?event=x&event=y&q=country%3ASE%20country%3ASE');
    const chips = () => document.querySelectorAll('search [aria-label^="Remove "]').length;
    await expect.poll(chips).toBe(4);
    window.location.hash = '#/timeline?q=country%3ADE';
    await expect.element(page.getByRole('button', { name: 'Remove country:DE' })).toBeVisible();
    expect(chips()).toBe(1);
  });

  it('reports that nothing matches instead of listing gaps', async () => {
    const backend = new PageBackend();
    backend.gaps = [
      { id: 4, from: START - 99_000, to: START, lengthMs: 99_000, reason: 'silent', detail: null, afterSeq: 0 },
    ];
    await renderTimeline(0, '#/timeline?q=country%3ASE', backend);
    await expect.element(page.getByText('No event matches this filter')).toBeVisible();
    await expect.element(page.getByText('Not watched')).not.toBeInTheDocument();
  });

  it('reports that nothing matches, and offers to clear it', async () => {
    await renderTimeline(0, '#/timeline?q=country%3ASE');
    await click(page.getByRole('button', { name: /Clear all filters/ }));
    await expect.element(page.getByText('Nothing received yet.')).toBeVisible();
  });
});
