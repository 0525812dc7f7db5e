/** Tests the link from an event to the inventory, in a browser. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { documentedFailure } from '../doubles/documented-failure.ts';
import { START, WATCH, watchSnapshot } from '../doubles/page-watch.ts';
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
/** The page shows the effect of an answer in the second frame. */
async function twoFrames(): Promise<void> {
  for (let frames = 0; frames < 2; frames += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
}
const found = (value: string) => ({
  found: [{ search: 'search-1', ordinal: 7, id: 'is-1', field: 'eid', value, askedAt: START }],
  next: null,
});

describe('the link from an event to its subscription', () => {
  it('[PAGE-80] opens the stored row with the same identifier', async () => {
    const { backend, clock, link } = await shown();
    await expect.element(link).not.toBeInTheDocument();
    expect(backend.pageSubscriptions.inputsOf('subscriptions.find')).toEqual([]);
    backend.pageSubscriptions.emit(searchSummary({ rows: 9 }));
    await expect.element(link).toMatchTextContent('Find it in the inventory');
    await expect.element(link).toHaveAttribute('href', `#/subscriptions?find=${ICCID}`);
    // The page sends no query while the user steps from event to event.
    expect(backend.pageSubscriptions.inputsOf('subscriptions.find')).toEqual([]);
    backend.pageSubscriptions.found = found(EID);
    clock.advance(1_000);
    await expect.element(link).toMatchTextContent('In the inventory, as stored');
    await expect.element(link).toHaveAttribute('href', '#/subscriptions?search=search-1&row=7');
    expect(backend.pageSubscriptions.inputsOf('subscriptions.find').map((query) => query)).toEqual(
      [ICCID, EID].map((text) => ({ watch: WATCH, text, after: null })),
    );
  });

  it('[PAGE-80] links to the search again if a later look-up finds no row', async () => {
    const { backend, clock, link } = await shown();
    backend.pageSubscriptions.found = found(ICCID);
    backend.pageSubscriptions.emit(searchSummary({ rows: 9 }));
    await expect.element(link).toBeVisible();
    clock.advance(1_000);
    await expect.element(link).toMatchTextContent('In the inventory, as stored');
    backend.pageSubscriptions.found = found(`${ICCID}1`);
    backend.emitWire('lost');
    await twoFrames();
    backend.emit(watchSnapshot());
    await twoFrames();
    clock.advance(1_000);
    await expect.element(link).toHaveAttribute('href', `#/subscriptions?find=${ICCID}`);
  });

  it('[PAGE-80] ignores a row whose identifier only contains the value', async () => {
    const { backend, clock, link } = await shown();
    backend.pageSubscriptions.found = found(`${EID}1`);
    backend.pageSubscriptions.emit(searchSummary({ rows: 9 }));
    await expect.element(link).toBeVisible();
    clock.advance(1_000);
    await expect.poll(() => backend.pageSubscriptions.inputsOf('subscriptions.find').length).toBe(2);
    await twoFrames();
    await expect.element(link).toHaveAttribute('href', `#/subscriptions?find=${ICCID}`);
    expect(page.getByRole('link', { name: 'In the inventory, as stored' }).elements()).toEqual([]);
  });
});
