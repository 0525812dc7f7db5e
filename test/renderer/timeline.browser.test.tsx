import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exampleEvent, summaryOf } from '../doubles/example-events.ts';
import { OTHER_WATCH, PageBackend, START, WATCH, watchSnapshot } from '../doubles/page-backend.ts';
import { renderApp } from '../doubles/render-app.tsx';

const EID = '89049032000000000000007458092954';

/** The rows that are drawn, from top to bottom. */
function drawn(): number[] {
  return [...document.querySelectorAll<HTMLElement>('[data-seq]')]
    .toSorted((a, b) => a.offsetTop - b.offsetTop)
    .map((row) => Number(row.dataset['seq']));
}
function unbrokenFrom(seqs: readonly number[]): number[] {
  return seqs.map((_, index) => (seqs[0] ?? 0) - index);
}
/** Where the row stands on the screen; `null` where it is not drawn. */
function topOf(seq: number): number | null {
  return document.querySelector(`[data-seq="${seq}"]`)?.getBoundingClientRect().top ?? null;
}
function scroller(): Element {
  return page.getByTestId('events').element();
}

async function timelineOf(stored: number, hash = '') {
  const backend = new PageBackend();
  backend.storeQuietly(stored, { receivedAt: START });
  const app = await renderApp(backend, hash);
  backend.sayWire('open');
  backend.say(watchSnapshot());
  if (stored > 0) await expect.poll(() => drawn()[0]).toBe(stored);
  return app;
}

describe('the timeline', () => {
  it('shows what is stored, newest first, and new events as they come', async () => {
    const { backend } = await timelineOf(300);
    backend.store(2, { receivedAt: START });
    await expect.poll(() => drawn()[0]).toBe(302);
    expect(drawn()).toEqual(unbrokenFrom(drawn()));
  });

  it('says in words that nothing was received yet, and shows the first event when it comes', async () => {
    const { backend } = await timelineOf(0);
    await expect.element(page.getByText('Nothing was received yet.')).toBeVisible();
    backend.store(1, { receivedAt: START });
    await expect.poll(drawn).toEqual([1]);
  });

  it('shows the first event when it comes, also beside an event that is not there', async () => {
    const { backend } = await timelineOf(0, '#/timeline/7');
    await expect.element(page.getByText('Nothing was received yet.')).toBeVisible();
    backend.store(2, { receivedAt: START });
    await expect.poll(drawn).toEqual([2, 1]);
    backend.store(3, { receivedAt: START });
    await expect.element(page.getByRole('button', { name: '3 new ↑' })).toBeVisible();
  });

  it('stands still under a reader who has scrolled, and goes to the newest when asked', async () => {
    const { backend } = await timelineOf(300);
    scroller().scrollTop = 1_500;
    await expect.poll(() => drawn().includes(250)).toBe(true);
    const before = topOf(245);
    backend.store(18, { receivedAt: START });
    await expect.element(page.getByRole('button', { name: '18 new ↑' })).toBeVisible();
    expect(topOf(245)).toBe(before);
    await page.getByRole('button', { name: '18 new ↑' }).click();
    await expect.poll(() => drawn()[0]).toBe(318);
    expect({ scrollTop: scroller().scrollTop, seqs: drawn() }).toEqual({ scrollTop: 0, seqs: unbrokenFrom(drawn()) });
  });

  it('stands still while a row is marked, and follows again after Escape', async () => {
    const { backend } = await timelineOf(300);
    await userEvent.keyboard('jj');
    backend.store(3, { receivedAt: START });
    await expect.element(page.getByRole('button', { name: '3 new ↑' })).toBeVisible();
    expect(drawn()[0]).toBe(300);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => drawn()[0]).toBe(303);
  });

  it('reads older rows on the way down and keeps few in the document', async () => {
    await timelineOf(3_000);
    await userEvent.keyboard('{End}');
    await expect.poll(() => drawn().at(-1)).toBe(1);
    expect(drawn()).toEqual(unbrokenFrom(drawn()));
    expect(drawn().length).toBeLessThan(80);
    await userEvent.keyboard('{Home}');
    await expect.poll(() => drawn()[0]).toBe(3_000);
  });

  it('stays readable when the wire is lost', async () => {
    const { backend } = await timelineOf(300);
    backend.sayWire('lost');
    await expect.element(page.getByTestId('signal')).toMatchTextContent('Not connected');
    expect(drawn()[0]).toBe(300);
  });

  it('[PAGE-5] begins anew where the same profile is opened again, though its store is emptier', async () => {
    const { backend } = await timelineOf(300);
    backend.closeWatch(WATCH);
    backend.storeQuietly(4, { receivedAt: START }, OTHER_WATCH);
    backend.say(watchSnapshot({ watch: OTHER_WATCH }));
    await expect.poll(drawn).toEqual([4, 3, 2, 1]);
    backend.store(1, { receivedAt: START }, OTHER_WATCH);
    await expect.poll(drawn).toEqual([5, 4, 3, 2, 1]);
  });

  it('[PAGE-5] stays with the profile that it shows while another is opened beside it', async () => {
    const { backend } = await timelineOf(300);
    backend.storeQuietly(4, { receivedAt: START }, OTHER_WATCH);
    const { profile } = watchSnapshot();
    backend.say(watchSnapshot(), watchSnapshot({ watch: OTHER_WATCH, profile: { ...profile, name: 'Acme Asia' } }));
    backend.store(1, { receivedAt: START });
    await expect.poll(() => drawn()[0]).toBe(301);
    await expect.element(page.getByRole('navigation')).toMatchTextContent('Acme Europe');
    backend.say(watchSnapshot({ watch: OTHER_WATCH, profile: { ...profile, name: 'Acme Asia' } }));
    await expect.poll(drawn).toEqual([4, 3, 2, 1]);
    await expect.element(page.getByRole('navigation')).toMatchTextContent('Acme Asia');
  });
});

describe('an open event', () => {
  it('says what it means before it shows fields and the received text', async () => {
    const event = exampleEvent(2, START);
    const { backend } = await timelineOf(1);
    backend.details.set(2, { ...event, rawLength: event.raw.length });
    backend.rows.push(event);
    backend.announce();
    await expect.poll(() => drawn()[0]).toBe(2);
    await userEvent.keyboard('{Enter}');
    const pane = page.getByRole('complementary', { name: 'Event 2' });
    await expect
      .element(pane.getByRole('heading', { level: 2 }))
      .toMatchTextContent('Setting the fallback profile failed');
    await expect.element(pane).toMatchTextContent('may swap back to its non-localized profile');
    await expect.element(pane.getByTestId('raw')).toMatchTextContent('"operation": "FALLBACK_SET"');
    await pane.getByRole('button', { name: 'As received' }).click();
    expect(pane.getByTestId('raw').element().textContent).toBe(event.raw);
    expect(window.location.hash).toBe('#/timeline/2');
    await userEvent.keyboard('{Escape}');
    await expect.element(pane).not.toBeInTheDocument();
  });

  it('opens from its address', async () => {
    const backend = new PageBackend();
    backend.storeQuietly(5, { receivedAt: START });
    backend.details.set(3, { ...summaryOf(3, { eid: EID }), raw: '', rawLength: 0 });
    await renderApp(backend, '#/timeline/3');
    backend.say(watchSnapshot());
    await expect.element(page.getByRole('complementary', { name: 'Event 3' })).toMatchTextContent(EID);
  });

  it('shows untrusted text as text, hidden characters as escapes', async () => {
    const eid = '8904\u202E<img src=x onerror=alert(1)>';
    const raw = JSON.stringify({ detailedMessage: { eid } });
    const backend = new PageBackend();
    backend.rows = [summaryOf(1, { kind: 'LOCALIZATION', eid })];
    backend.details.set(1, { ...summaryOf(1, { kind: 'LOCALIZATION', eid }), raw, rawLength: raw.length });
    await renderApp(backend, '#/timeline/1');
    backend.say(watchSnapshot());
    const pane = page.getByRole('complementary', { name: 'Event 1' });
    await expect.element(pane).toMatchTextContent('8904\\u{202E}<img src=x onerror=alert(1)>');
    expect(pane.element().querySelector('img')).toBeNull();
  });

  it('[PAGE-14] a text that was damaged on the disk is never shown as an empty one', async () => {
    const lost = summaryOf(3, { eid: EID, marks: [{ code: 'text-lost', detail: 'data' }] });
    const backend = new PageBackend();
    backend.storeQuietly(5, { receivedAt: START });
    backend.details.set(3, { ...lost, raw: '', rawLength: 0 });
    await renderApp(backend, '#/timeline/3');
    backend.say(watchSnapshot());
    const pane = page.getByRole('complementary', { name: 'Event 3' });
    await expect
      .element(pane)
      .toMatchTextContent(
        'The received text was damaged on the disk and cannot be shown. A copy of the store may have it.',
      );
    await expect.element(pane).not.toMatchTextContent('carried no text');
  });

  it('says how long a text is of which only the beginning is shown', async () => {
    const raw = 'x'.repeat(150_000);
    const backend = new PageBackend();
    backend.storeQuietly(1);
    backend.details.set(1, { ...summaryOf(1), raw, rawLength: 10_485_760 });
    await renderApp(backend, '#/timeline/1');
    backend.say(watchSnapshot());
    const pane = page.getByRole('complementary', { name: 'Event 1' });
    await expect.element(pane).toMatchTextContent('10,485,760 characters were received; the first 150,000 are here.');
    await expect.element(pane).toMatchTextContent('Showing the first 100,000 of 150,000 characters.');
    expect(pane.getByTestId('raw').element().textContent).toHaveLength(100_000);
  });

  it('says that it cannot be read while the wire is lost, and is there when the wire is back', async () => {
    const { backend } = await timelineOf(5);
    backend.details.set(4, { ...summaryOf(4), raw: 'Heartbeat', rawLength: 9 });
    backend.holdEvents = true;
    backend.sayWire('lost');
    window.location.hash = '#/timeline/4';
    const pane = page.getByRole('complementary', { name: 'Event 4' });
    await expect.element(pane).toMatchTextContent('This event cannot be read now.');
    backend.say(watchSnapshot());
    backend.answerPages();
    await expect.element(pane.getByTestId('raw')).toMatchTextContent('Heartbeat');
  });

  it('says why it could not be read, and tries again when asked', async () => {
    const { backend } = await timelineOf(5, '#/timeline/4');
    const pane = page.getByRole('complementary', { name: 'Event 4' });
    await expect.element(pane).toMatchTextContent('There is no stored event 4 here.');
    backend.details.set(4, { ...summaryOf(4), raw: 'Heartbeat', rawLength: 9 });
    await pane.getByRole('button', { name: 'Try again' }).click();
    await expect.element(pane.getByTestId('raw')).toMatchTextContent('Heartbeat');
  });
});

describe('the keys', () => {
  it('are listed by "?", and lead from screen to screen', async () => {
    await timelineOf(3);
    await userEvent.keyboard('gc');
    await expect.element(page.getByRole('heading', { name: /^Watched/ })).toBeVisible();
    await userEvent.keyboard('gt');
    await expect.poll(() => drawn()[0]).toBe(3);
    await userEvent.keyboard('?');
    await expect.element(page.getByRole('dialog', { name: 'Keys' })).toMatchTextContent('Go to coverage');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});
