import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BackendError } from '../../src-renderer/backend/backend-error.ts';
import { documentedFailure } from '../doubles/documented-failure.ts';
import { WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { eventDetailOf, renderPane } from '../doubles/render-pane.tsx';
import { click, keyboard } from '../doubles/page-input.ts';
import { TALLIES } from '../doubles/routed-client.ts';

const copied = vi.fn<(text: string) => void>();
beforeEach(() => {
  copied.mockReset();
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => copied(text));
});

const FAILED = JSON.stringify(documentedFailure());

describe('an open event', () => {
  it("[PAGE-80] shows its meaning, the provider's text, its fields and the received text, in this order, each once", async () => {
    const { pane } = await renderPane(eventDetailOf(FAILED), { position: { at: 4, total: 214 } });
    await expect.element(pane.getByTestId('raw')).toMatchTextContent('"operation": "ALLOCATED"');
    const order = [
      '4 of 214',
      'Allocation failed',
      'Sweden',
      'The profile is on the eUICC but unusable',
      'Provider says',
      '“Allocation timed out in the connectivity platform”',
      'CMP_ERROR 3107',
      'This eUICC',
      'Fields',
      'ICCID',
      'Received text',
    ];
    const text = pane.element().textContent;
    const places = order.map((words) => text.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(text).not.toContain("not in the provider's document");
    expect(text.split('"eid"')).toHaveLength(2);
  });

  it('[PAGE-80] shows the first sentences of the provider, and all others on request', async () => {
    const errors = Array.from({ length: 13 }, (_, index) => ({
      errorMessage: `Reason ${index}.`,
      errorCode: String(index),
    }));
    const { pane } = await renderPane(eventDetailOf(JSON.stringify(documentedFailure(errors))));
    await expect.element(pane.getByText('“Reason 2.”')).toBeVisible();
    await expect.element(pane.getByText('“Reason 3.”')).not.toBeInTheDocument();
    await click(pane.getByRole('button', { name: '+10 more' }));
    await expect.element(pane.getByText('“Reason 12.”')).toBeVisible();
  });

  it('offers next, previous, close, a link and its JSON in its head row', async () => {
    const { pane, done } = await renderPane(eventDetailOf(FAILED));
    await click(pane.getByRole('button', { name: 'Event below' }));
    await click(pane.getByRole('button', { name: 'Event above' }));
    await click(pane.getByRole('button', { name: 'Close the event' }));
    expect(done).toEqual(['step 1', 'step -1', 'close']);
    await click(pane.getByRole('button', { name: 'Copy a link to the event' }));
    await click(pane.getByRole('button', { name: 'Copy as' }));
    await click(page.getByRole('menuitem', { name: 'JSON, as received' }));
    await expect
      .poll(() => copied.mock.calls.map(([text]) => text))
      .toEqual([new URL('#/timeline?event=7', window.location.href).href, FAILED]);
  });

  it('[PAGE-441] keeps the buttons of its head row within 288 px', async () => {
    const { pane } = await renderPane(eventDetailOf(FAILED), { position: { at: 12_345, total: 100_000 } });
    await page.viewport(288, 800);
    const close = pane.getByRole('button', { name: 'Close the event' }).element().getBoundingClientRect();
    expect(close.right).toBeLessThanOrEqual(288);
  });

  it('links to related events and stays open', async () => {
    const { pane } = await renderPane(eventDetailOf(FAILED));
    await click(pane.getByRole('link', { name: 'This eUICC' }));
    expect(window.location.hash).toBe('#/timeline?q=eid:%3D89049032000000000000898242162626&event=7');
  });
});

describe('an open event and its surroundings', () => {
  it('[PAGE-113] shows the current consequence, each answer with its reason', async () => {
    const { pane } = await renderPane(eventDetailOf(FAILED));
    const meaning = pane.getByRole('region', { name: 'What it means' });
    await expect
      .element(meaning)
      .toMatchTextContent(
        'UsableNountil it is allocatedReachable by the APINonot provisionedBilledNot billednot provisionedMay swap backDoes not applyWho must actYou, then the providerretry, wait, then support',
      );
    expect(getComputedStyle(meaning.getByText('The profile is on the eUICC but unusable').element()).fontWeight).toBe(
      '600',
    );
  });

  it('[PAGE-113] shows a consequence for an undocumented failure too', async () => {
    const { pane } = await renderPane(
      eventDetailOf(JSON.stringify({ state: 'FAILED', detailedMessage: { errorCode: 'LATER' } })),
    );
    const meaning = pane.getByRole('region', { name: 'What it means' });
    await expect.element(meaning).toMatchTextContent('Not documented by the provider.');
    await expect.element(meaning).toMatchTextContent('UsableNot knowntreat as unusable');
  });

  it('counts the related events once, after a short delay', async () => {
    const { pane, backend, clock } = await renderPane(eventDetailOf(FAILED));
    backend.calls.answer('timeline.count', ({ filter }) => ({
      count: filter.terms.some(({ kind }) => kind === 'since') ? 173 : 4,
      next: null,
    }));
    const link = pane.getByRole('link', { name: /^This eUICC/ });
    await expect.element(link).toMatchTextContent(/^This eUICC$/);
    await expect
      .poll(() => {
        clock.advance(400);
        return link.element().textContent;
      })
      .toBe('This eUICC: 4 events');
    await expect.element(pane.getByRole('link', { name: /^Around this/ })).toMatchTextContent('±5 min: 173');
    expect(backend.calls.inputsOf(...TALLIES)).toHaveLength(4);
  });

  it('[STORE-11] is marked as seen after 1 s, and stays unseen if the user asks for that', async () => {
    const { pane, backend, clock } = await renderPane(eventDetailOf(FAILED));
    await expect.element(pane.getByTestId('raw')).toBeVisible();
    clock.advance(900);
    expect(backend.calls.inputsOf('timeline.markSeen')).toEqual([]);
    clock.advance(100);
    const range = { watch: WATCH, ranges: [{ first: 7, last: 7 }] };
    expect(backend.calls.inputsOf('timeline.markSeen')).toEqual([{ ...range, seen: true }]);
    await keyboard('u');
    clock.advance(5_000);
    await expect
      .poll(() => backend.calls.inputsOf('timeline.markSeen'))
      .toEqual([
        { ...range, seen: true },
        { ...range, seen: false },
      ]);
  });

  it('[STORE-11] is not marked again if it was already seen', async () => {
    const { pane, backend, clock } = await renderPane({ ...eventDetailOf(FAILED), seen: true });
    await expect.element(pane.getByTestId('raw')).toBeVisible();
    clock.advance(5_000);
    expect(backend.calls.inputsOf('timeline.markSeen')).toEqual([]);
  });

  it('[PAGE-80] lists undocumented fields, and filters by them', async () => {
    const { pane } = await renderPane(eventDetailOf(JSON.stringify({ ...documentedFailure(), trace: '4bf92f' })));
    await expect.element(pane).toMatchTextContent("Not in the provider's document");
    const trace = pane.getByRole('toolbar', { name: 'trace' });
    await click(trace.getByRole('button', { name: 'No events with this trace' }));
    expect(window.location.hash).toBe('#/timeline?event=7&q=-4bf92f');
  });

  it('[EXPORT-21] copies the path and the value of a line by pointer and by key', async () => {
    const { pane } = await renderPane(eventDetailOf(FAILED));
    const line = pane.getByRole('treeitem').nth(3);
    await line.hover();
    const [path, value] = [...line.element().querySelectorAll<HTMLElement>('[aria-hidden] [data-copy]')];
    if (path === undefined || value === undefined) throw new Error('Nothing can be copied of the line.');
    await userEvent.click(path);
    await userEvent.click(value);
    pane.getByRole('tree').element().focus();
    await userEvent.keyboard('{ArrowUp}v');
    await expect
      .poll(() => copied.mock.calls.map(([text]) => text.slice(0, 40)))
      .toEqual([
        '$.detailedMessage.eid',
        '89049032000000000000898242162626',
        '{\n  "eid": "89049032000000000000898242162626"'.slice(0, 40),
      ]);
  });
});

describe('a value of an event', () => {
  it('[PAGE-90] filters in and out with the keyboard, has one Tab stop per line, and keeps the event open', async () => {
    const { pane } = await renderPane(eventDetailOf(FAILED));
    const values = pane.getByRole('toolbar', { name: 'ICCID' });
    const only = values.getByRole('button', { name: 'Only events with this ICCID' });
    await expect.element(only).toBeInTheDocument();
    only.element().focus();
    await expect.element(values.getByRole('button', { name: 'Copy ICCID' })).toBeVisible();
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Only events with this Error code');
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}{ArrowRight}{Enter}');
    expect(window.location.hash).toBe('#/timeline?event=7&q=-iccid:%3D8946200011660309494');
    await userEvent.keyboard('{ArrowRight}{Enter}');
    expect(copied).toHaveBeenCalledWith('8946200011660309494');
  });

  it('is copied as received, and shown with hidden characters escaped', async () => {
    const eid = '8904\u202E<img src=x onerror=alert(1)>';
    const { pane } = await renderPane(eventDetailOf(JSON.stringify({ detailedMessage: { eid } })));
    const shown = '8904\\u{202E}<img src=x onerror=alert(1)>';
    await expect.element(pane).toMatchTextContent(shown);
    expect(pane.element().querySelector('img')).toBeNull();
    const value = pane.getByText(shown, { exact: true }).first().element();
    expect(getComputedStyle(value).unicodeBidi).toBe('isolate');
    await click(pane.getByRole('button', { name: 'Copy EID' }));
    expect(copied).toHaveBeenCalledWith(eid);
  });
});

describe('an event that is not loaded yet', () => {
  const row = eventDetailOf(FAILED);

  it('[PAGE-80] shows the data of its row immediately, and reports loading only if it takes long', async () => {
    const { pane, backend } = await renderPane(row, { row, defersEvents: true });
    await expect.element(pane.getByRole('heading', { name: 'Failed Allocation failed' })).toBeVisible();
    const words = pane.getByText('Reading the rest …');
    expect(getComputedStyle(words.element()).animationDelay).toBe('0.3s');
    await expect.element(words).toBeVisible();
    backend.calls.release();
    await expect.element(pane.getByTestId('raw')).toBeVisible();
    await expect.element(words).not.toBeInTheDocument();
  });

  it('[PAGE-80] says that it cannot be read while the page is not connected, and appears after the reconnection', async () => {
    const { pane, backend } = await renderPane(row, { row, wire: 'lost' });
    await expect.element(pane).toMatchTextContent('This event cannot be read now: Watchfloor does not answer.');
    await expect.element(pane.getByRole('heading', { name: 'Failed Allocation failed' })).toBeVisible();
    backend.emit(watchSnapshot());
    await expect.element(pane.getByTestId('raw')).toMatchTextContent('"operation": "ALLOCATED"');
    backend.emitWire('lost');
    await expect.element(pane.getByTestId('raw')).toMatchTextContent('"operation": "ALLOCATED"');
  });

  it('[PAGE-80] is read again after a reconnection even if its watch was known before', async () => {
    const { pane, backend } = await renderPane(row, { failure: new BackendError({ kind: 'no-answer' }, 'timed out') });
    await expect.element(pane.getByRole('button', { name: 'Try again' })).toBeVisible();
    backend.emitWire('lost');
    await expect.element(pane.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    backend.calls.fail(null, 'timeline.event');
    backend.emit(watchSnapshot());
    await expect.element(pane.getByTestId('raw')).toBeVisible();
  });

  it('[PAGE-80] offers to read again if the backend is connected but did not answer', async () => {
    const { pane, backend } = await renderPane(row, { failure: new BackendError({ kind: 'no-answer' }, 'timed out') });
    await expect.element(pane).toMatchTextContent('Watchfloor does not answer.');
    backend.calls.fail(null, 'timeline.event');
    await click(pane.getByRole('button', { name: 'Try again' }));
    await expect.element(pane.getByTestId('raw')).toBeVisible();
  });

  it('[PAGE-80] offers only to close if it is no longer stored', async () => {
    const { pane, done } = await renderPane(null);
    await expect.element(pane).toMatchTextContent('This event is not stored, or no longer stored.');
    await expect.element(pane.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    await click(pane.getByRole('button', { name: 'Close', exact: true }));
    expect(done).toEqual(['close']);
  });
});
