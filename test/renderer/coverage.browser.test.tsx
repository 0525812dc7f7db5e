/**
 * Tests the Coverage screen in a browser: the summary, the gaps, and what it shows while the backend does not answer.
 */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { coverageDay } from '../doubles/coverage-day.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { backendError, START, WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { printedPictures } from '../doubles/printed-pictures.ts';
import { renderApp } from '../doubles/render-app.tsx';
import { click, keyboard } from '../doubles/page-input.ts';

const lineOf = (key: string) =>
  [...(document.querySelector(`[data-key="${key}"]`)?.children ?? [])].map((cell) => cell.textContent);
const marked = () => document.querySelector<HTMLElement>('[data-opened]')?.dataset['key'];
const answer = () => page.getByRole('main').getByRole('heading', { level: 2 }).element().textContent;

async function coverage(hash = '#/coverage', change: (backend: PageBackend) => void = () => {}) {
  const backend = new PageBackend();
  backend.spans = coverageDay(START);
  change(backend);
  const app = await renderApp(backend, hash);
  backend.emitWire('open');
  backend.emit(watchSnapshot());
  return app;
}
async function listed(hash?: string) {
  const app = await coverage(hash);
  await expect.poll(() => lineOf('gap-37').length).toBeGreaterThan(0);
  return app;
}

describe('the Coverage screen', () => {
  it('[PAGE-47] shows watched and blind time in one sentence, then the gaps, with reconnects folded', async () => {
    await listed();
    expect([answer(), lineOf('gap-36'), lineOf('planned-21-Nov-2026')]).toEqual([
      'Watched 23 h 23 m of 24 h. Blind 36 m 12 s in 4 gaps; 33 planned reconnects, 6 s in total.',
      [
        'Gap 07:35:48',
        '07:52:18',
        '16 m 30 s',
        'Session ended after its 30 minutes; the next began late',
        '',
        'SUBSCRIPTION_ENDED',
        'not checked',
      ],
      ['21 Nov · 14 planned reconnects · 2 s in total · longest under 1 s, folded'],
    ]);
    await click(page.getByText(/21 Nov · 14 planned/));
    expect(lineOf('gap-35').slice(0, 4)).toEqual([
      'Planned reconnect 07:05:48',
      '07:05:48',
      'under 1 s',
      'Session ended after its 30 minutes',
    ]);
  });

  it('[CASE-16] lists as many gaps of today as Watch counts, and none of yesterday', async () => {
    await coverage('#/watch');
    const link = page.getByRole('link', { name: /^\d gaps? · longest/ });
    const count = Number.parseInt((await link.findElement()).textContent, 10);
    await click(link);
    const gaps = () => document.querySelectorAll('tr[data-key^=gap]').length;
    await expect.poll(gaps).toBe(count);
    await click(page.getByRole('button', { name: '24 hours' }));
    await expect.poll(gaps).toBeGreaterThan(count);
  });

  it('shows the start of a gap in the narrowest window too', async () => {
    await listed();
    await page.viewport(450, 600);
    await expect
      .poll(() => [lineOf('gap-36')[0], lineOf('gap-36').at(-1)])
      .toEqual(['Gap 07:35:48', 'Session ended after its 30 minutes; the next began late']);
  });

  it('updates the length of a lasting gap every second', async () => {
    const { clock } = await listed();
    expect(lineOf('gap-37').slice(1, 3)).toEqual(['now', '2 m']);
    clock.advance(5_000);
    await expect.poll(() => lineOf('gap-37')[2]).toBe('2 m 05 s');
  });

  it('[PAGE-20] stops counting while the backend does not answer, and says since when it does not know', async () => {
    const { backend, clock } = await listed();
    backend.emitWire('lost');
    await expect.poll(() => lineOf('gap-37').slice(1, 3)).toEqual(['unknown since 14:00:00', '2 m']);
    await expect.element(page.getByText('As of 14:00:00 UTC')).toBeVisible();
    const before = answer();
    clock.advance(600_000);
    // The clock moved on, so every ticking part has been rendered.
    await expect.element(page.getByText('14:10:00', { exact: true }).first()).toBeVisible();
    expect([lineOf('gap-37').slice(1, 3), answer()]).toEqual([['unknown since 14:00:00', '2 m'], before]);
  });

  it('[PAGE-20] counts the current session up to the last received data when the backend no longer answers', async () => {
    const session = { id: 90, from: START - 1_500_000, lastEventAt: START - 1_200_000, to: null, reason: null };
    const { backend } = await coverage('#/coverage', (before) => {
      before.spans = { sessions: [{ ...session, lengthMs: 300_000, events: 9, detail: null }], gaps: [] };
    });
    await expect.poll(() => lineOf('session-90')[2]).toBe('25 m');
    backend.emitWire('lost');
    await expect.poll(() => lineOf('session-90').slice(1, 3)).toEqual(['unknown since 14:00:00', '24 m 52 s']);
  });

  it('[PAGE-47] marks the gap in the address, and puts an opened gap into the address', async () => {
    await listed('#/coverage?gap=36');
    await expect.poll(marked).toBe('gap-36');
    await keyboard('jk{Escape}');
    await expect.poll(() => [marked(), window.location.hash]).toEqual([undefined, '#/coverage']);
    await click(page.getByText('Stream went silent').first());
    await expect.poll(() => [marked(), window.location.hash]).toEqual(['gap-23', '#/coverage?gap=23']);
    await keyboard('j');
    await expect.poll(() => [marked(), window.location.hash]).toEqual(['gap-14', '#/coverage?gap=14']);
    // All opened gaps share one history entry.
    window.history.back();
    await expect.poll(() => [marked(), window.location.hash]).toEqual([undefined, '#/coverage']);
  });

  it('[PAGE-47] says so if the gap in the address does not exist or cannot be read', async () => {
    await listed('#/coverage?gap=4711');
    await expect.element(page.getByText(/is not in the last 24 hours/)).toBeVisible();
    window.location.hash = '#/coverage?gap=none';
    await expect.element(page.getByText(/It must be the number of a gap/)).toBeVisible();
    await click(page.getByRole('button', { name: 'Remove' }));
    await expect.poll(() => window.location.hash).toBe('#/coverage');
  });

  it('[PAGE-47] shows a bar for each day of the chosen span, whose gaps open, and keeps the span in the address', async () => {
    await listed();
    await click(page.getByRole('button', { name: '7 days' }));
    await expect.poll(() => window.location.hash).toBe('#/coverage?span=7d');
    const days = page.getByRole('region', { name: 'Coverage of each day, today first' }).getByRole('listitem');
    await expect.poll(() => days.elements().length).toBe(7);
    expect(
      days
        .elements()
        .slice(1, 3)
        .map(({ textContent }) => textContent),
    ).toEqual([
      '20 Nov99.6 % of 10 hwatched 9 h 57 m of 24 h · 1 gap 2 m 12 s · no record of 14 h',
      '19 Novnot knownnot known, because there is no record',
    ]);
    await expect.element(page.getByText('The last 7 days, newest first')).toBeVisible();
    await click(page.getByRole('listitem').getByRole('link', { name: /^Gap 07:35:48/ }));
    await expect.poll(() => [marked(), window.location.hash]).toEqual(['gap-36', '#/coverage?span=7d&gap=36']);
  });

  it('[PAGE-47] shows the last 24 hours as one bar with its hours, whose gaps open', async () => {
    await listed();
    const bar = page.getByRole('region', { name: 'Coverage by hour' });
    expect(bar.element().textContent).toMatch(/^18:0000:0006:0012:00UTCLast 24 h9\d\.\d %watched/);
    await click(bar.getByRole('link', { name: /^Gap 07:35:48/ }));
    await expect.poll(() => [marked(), window.location.hash]).toEqual(['gap-36', '#/coverage?gap=36']);
  });

  it('[COVER-5] answers whether it was watched at a time, which belongs to the address', async () => {
    await listed('#/coverage?at=2026-11-21T07:40:00Z');
    await expect
      .element(
        page.getByText(
          'No: gap 07:35:48 – 07:52:18 UTC (16 m 30 s), session ended after its 30 minutes; the next began late.',
        ),
      )
      .toBeVisible();
    await click(page.getByRole('link', { name: /^No: gap/ }));
    await expect
      .poll(() => [marked(), window.location.hash])
      .toEqual(['gap-36', '#/coverage?gap=36&at=2026-11-21T07:40:00Z']);
    await keyboard('{Escape}');
    const field = page.getByRole('textbox', { name: 'Watched at' });
    expect(field.element()).toHaveValue('2026-11-21 07:40');
    await field.fill('7:30');
    await keyboard('{Enter}');
    await expect.element(page.getByText(/^Yes: session .* UTC\.$/)).toBeVisible();
    expect(window.location.hash).toBe('#/coverage?at=2026-11-21T07:30:00Z');
    await field.fill('banana');
    await keyboard('{Enter}');
    await expect.element(page.getByText(/^Write it as/)).toBeVisible();
  });

  it('[PAGE-47] opens a gap of an older link in a span that contains it', async () => {
    const older = { from: START - 50 * 3_600_000, to: START - 49 * 3_600_000, lengthMs: 3_600_000 };
    await coverage('#/coverage?gap=900', (backend) => {
      const { sessions, gaps } = coverageDay(START);
      backend.spans = { sessions, gaps: [...gaps, { ...older, id: 900, reason: 'silent', detail: null, afterSeq: 3 }] };
    });
    await expect.poll(() => window.location.hash).toBe('#/coverage?gap=900&span=7d');
    await expect.poll(marked).toBe('gap-900');
  });

  it('lists sessions next to the gaps on a large screen', async () => {
    await listed();
    await page.viewport(2_560, 1_440);
    await expect.element(page.getByRole('grid', { name: 'Sessions, newest first' })).toBeVisible();
    expect([...document.querySelectorAll('[role=grid]')].map(({ ariaLabel }) => ariaLabel)).toEqual([
      'Gaps, newest first',
      'Sessions, newest first',
    ]);
  });

  it('[PAGE-258] prints the bar of each day', async () => {
    const { screen } = await listed('#/coverage?span=7d');
    await expect.element(page.getByRole('region', { name: 'Coverage of each day, today first' })).toBeVisible();
    const days = (await printedPictures(screen.container)).filter(({ height }) => height === 12);
    expect(days).toHaveLength(7);
    expect(days[0]?.share).toBeGreaterThan(0.4);
  });

  it('says why the data could not be read, and reads it again on request', async () => {
    const { backend } = await coverage('#/coverage', (fails) => {
      fails.calls.fail(backendError({ code: 'WATCH_CLOSED', facts: { watch: WATCH } }), 'coverage.span');
    });
    await expect.element(page.getByText('Sessions and gaps could not be read.')).toBeVisible();
    backend.calls.fail(null, 'coverage.span');
    await click(page.getByRole('button', { name: 'Try again' }));
    await expect.poll(() => lineOf('gap-37').length).toBeGreaterThan(0);
  });
});
