/** From an event, and from a gap among events, to the inventory, in a real browser. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { documentedFailure } from '../doubles/documented-failure.ts';
import { START, WATCH } from '../doubles/page-watch.ts';
import { searchSummary } from '../doubles/page-subscriptions.ts';
import { eventDetailOf, renderPane } from '../doubles/render-pane.tsx';

const detail = eventDetailOf(JSON.stringify(documentedFailure()));
const ICCID = detail.iccid ?? '';
const EID = detail.eid ?? '';

async function shown() {
  const rendered = await renderPane(detail);
  await expect.element(rendered.pane.getByTestId('raw')).toBeVisible();
  const link = rendered.pane.getByRole('link', { name: /inventory/i });
  return { ...rendered, link };
}
const found = (value: string) => ({
  found: [{ search: 'search-1', ordinal: 7, id: 'is-1', field: 'eid', value, askedAt: START }],
  next: null,
});

describe('from an event to its subscription', () => {
  it('[PAGE-244] opens the stored row that has one of its identifiers whole', async () => {
    const { backend, clock, link } = await shown();
    await expect.element(link).not.toBeInTheDocument();
    expect(backend.pageSubscriptions.callsOf('find')).toEqual([]);
    backend.pageSubscriptions.emit(searchSummary({ rows: 9 }));
    await expect.element(link).toMatchTextContent('Look for it in the inventory');
    await expect.element(link).toHaveAttribute('href', `#/subscriptions?find=${ICCID}`);
    // Stepping from event to event asks nothing.
    expect(backend.pageSubscriptions.callsOf('find')).toEqual([]);
    backend.pageSubscriptions.found = found(EID);
    clock.advance(1_000);
    await expect.element(link).toMatchTextContent('In the inventory, as stored');
    await expect.element(link).toHaveAttribute('href', '#/subscriptions?search=search-1&row=7');
    expect(backend.pageSubscriptions.callsOf('find').map(([, query]) => query)).toEqual(
      [ICCID, EID].map((text) => ({ watch: WATCH, text, after: null })),
    );
  });

  it('[PAGE-244] takes no row whose identifier only holds it', async () => {
    const { backend, clock, link } = await shown();
    backend.pageSubscriptions.found = found(`${EID}1`);
    backend.pageSubscriptions.emit(searchSummary({ rows: 9 }));
    await expect.element(link).toBeVisible();
    clock.advance(1_000);
    await expect.poll(() => backend.pageSubscriptions.callsOf('find').length).toBe(2);
    // What an answer changes is drawn by the second frame after it.
    for (let frames = 0; frames < 2; frames += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    await expect.element(link).toHaveAttribute('href', `#/subscriptions?find=${ICCID}`);
    expect(page.getByRole('link', { name: 'In the inventory, as stored' }).elements()).toEqual([]);
  });
});
