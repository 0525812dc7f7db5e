import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Gap } from '../../src-shared/domain/coverage/coverage.ts';
import { matchesFilter } from '../../src-shared/domain/filter/filter-match.ts';
import { resolveTimes } from '../../src-shared/domain/filter/filter.ts';
import { click, clickElement, keyboard } from '../doubles/page-input.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { START } from '../doubles/page-watch.ts';
import { renderedSeqs, EVENT, lineOf, renderTimeline } from '../doubles/render-timeline.tsx';
import { TALLIES } from '../doubles/routed-client.ts';

const HOUR = 3_600_000;
const GAP: Gap = {
  id: 3,
  from: START - 2 * HOUR,
  to: START - 1.5 * HOUR,
  lengthMs: 0.5 * HOUR,
  reason: 'unreachable',
  detail: null,
  afterSeq: 5,
};

/** Counts its stored rows as the backend does: each field under all terms except its own. */
function counting(): PageBackend {
  const backend = new PageBackend();
  const matching = (filter: Parameters<typeof matchesFilter>[0], at: number) =>
    backend.rows.filter((row) => matchesFilter(resolveTimes(filter, at), row, () => JSON.stringify(row)));
  backend.calls.answer('timeline.count', ({ filter, at, after }) => ({
    count: matching(filter, at).filter(({ seq }) => seq > after).length,
    next: null,
  }));
  backend.calls.answer('timeline.facets', ({ filter, at, fields }) => ({
    count: matching(filter, at).length,
    fields: fields.map((field) => {
      const others = { terms: filter.terms.filter((term) => term.kind !== 'value' || term.field !== field) };
      const counts = new Map<string, number>();
      for (const row of matching(others, at)) {
        const value = { outcome: row.outcome, country: row.countryCode, code: row.errorCode, kind: row.kind }[
          field as 'kind'
        ];
        if (value !== null && value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      return { field, values: [...counts].map(([value, count]) => ({ value, count })) };
    }),
    next: null,
  }));
  backend.calls.answer('timeline.histogram', ({ filter, at, edges }) => ({
    outcomes: (['failed', 'succeeded'] as const).map((outcome) => ({
      outcome,
      counts: edges
        .slice(0, -1)
        .map(
          (edge, index) =>
            matching(filter, at).filter(
              (row) => row.outcome === outcome && row.receivedAt >= edge && row.receivedAt < (edges[index + 1] ?? 0),
            ).length,
        ),
    })),
    next: null,
  }));
  return backend;
}

/** Stores 30 failures from Sweden and Norway in the last hour, and 10 successes from Germany three hours ago. */
async function counted(hash: string | null = null) {
  const backend = counting();
  backend.storeQuietly(10, { ...EVENT, outcome: 'succeeded', countryCode: 'DE', receivedAt: START - 3 * HOUR });
  backend.storeQuietly(20, {
    ...EVENT,
    countryCode: 'SE',
    errorCode: '70',
    errorCodes: ['70'],
    receivedAt: START - HOUR / 2,
  });
  backend.storeQuietly(10, {
    ...EVENT,
    countryCode: 'NO',
    errorCode: '73',
    errorCodes: ['73'],
    receivedAt: START - HOUR / 2,
  });
  backend.spans = { sessions: [], gaps: [GAP] };
  return renderTimeline(0, hash, backend);
}
const hash = () => decodeURIComponent(window.location.hash);
const chart = () => page.getByRole('slider', { name: /Events over time/ });
const caption = () => page.getByRole('region', { name: 'Events over time' });
const group = (name: string) => page.getByRole('region', { name, exact: true });

beforeEach(() => localStorage.removeItem('watchfloor.facets'));

describe('the histogram', () => {
  it('[PAGE-90, READ-20] shows the counts by outcome, as links that filter and reset, and in a table', async () => {
    await counted();
    await expect.element(caption()).toMatchTextContent(/40 events.*30 failed.*10 succeeded.*blind 30 m/);
    await expect
      .element(page.getByRole('table', { name: 'Events over time, newest first' }))
      .toMatchTextContent(/UTC.*30/);
    await click(caption().getByRole('link', { name: 'Failed 30' }));
    await expect.poll(hash).toContain('q=outcome:failed');
    await expect.element(caption()).toMatchTextContent(/^30 of 40 match\D*failed blind/);
    await click(caption().getByRole('link', { name: 'Failed', exact: true }));
    await expect.poll(hash).not.toContain('outcome');
  });

  it('[PAGE-109] dims figures, bars and values while they are those of the previous filter', async () => {
    const { backend, clock } = await counted();
    await expect.element(caption()).toMatchTextContent(/40 events/);
    await expect.element(page.getByRole('table', { name: 'Events over time, newest first' })).toMatchTextContent(/30/);
    const [chartArea, figures, values] = [
      caption().element(),
      caption().getByText('40 events').element().parentElement,
      group('Country').element().parentElement,
    ];
    const dimmed = () => [chartArea, figures, values].map((part) => part?.getAttribute('data-stale'));
    backend.calls.hold('timeline.facets', 'timeline.histogram');
    window.location.hash = '#/timeline?q=country:SE';
    await expect.element(page.getByRole('button', { name: 'Remove country:SE' })).toBeVisible();
    clock.advance(200);
    await expect.poll(dimmed).toEqual(['true', 'true', 'true']);
    backend.calls.stopHolding();
    backend.calls.release();
    await expect.element(caption()).toMatchTextContent(/20 events/);
    await expect.poll(() => document.querySelector('[data-stale=true]')).toBeNull();
  });

  it('[PAGE-100] hatches a gap at its time, zooms in by dragging and out with Z', async () => {
    await counted('#/timeline?q=since:-4h');
    await expect.element(caption()).toMatchTextContent(/40 events/);
    await expect.poll(() => renderedSeqs()[0]).toBe(40);
    await expect.poll(() => document.querySelectorAll('rect[fill^=url]').length).toBe(1);
    const gap = document.querySelector('rect[fill^=url]');
    const picture = gap?.closest('svg')?.viewBox.baseVal;
    const [x, width] = [Number(gap?.getAttribute('x')), Number(gap?.getAttribute('width'))];
    expect(Number(gap?.getAttribute('height'))).toBe(picture?.height);
    // The gap is from 2 h to 1.5 h ago, in a chart of 4 h.
    expect(x / (picture?.width ?? 1)).toBeCloseTo(0.5, 1);
    expect(width / (picture?.width ?? 1)).toBeCloseTo(0.125, 1);

    const { left, top, width: chartWidth } = chart().element().getBoundingClientRect();
    const press = (type: string, share: number) =>
      chart()
        .element()
        .dispatchEvent(
          new PointerEvent(type, {
            bubbles: true,
            pointerId: 1,
            button: 0,
            clientX: left + share * chartWidth,
            clientY: top + 40,
          }),
        );
    // The test sends synthetic events, so the browser has no pointer to capture.
    chart().element().setPointerCapture = () => undefined;
    press('pointerdown', 0.76);
    press('pointermove', 0.9);
    press('pointermove', 0.99);
    await expect.element(caption()).toMatchTextContent(/13:0\d – 1[34]:\d\d · 30 failed · drag to zoom/);
    press('pointerup', 0.99);
    await expect.poll(hash).toMatch(/q=since:2026-11-21T13:\d\d:00Z until:2026-11-21T1[34]:\d\d:59.999Z/);
    await expect.element(caption()).toMatchTextContent(/30 events/);
    await keyboard('z');
    await expect.poll(hash).toMatch(/q=since:-4h$/);
  });

  it('[PAGE-100] is read and zoomed with the keyboard, without acting on the list', async () => {
    await counted('#/timeline?q=since:-4h');
    await expect.element(caption()).toMatchTextContent(/40 events/);
    await expect.poll(() => renderedSeqs()[0]).toBe(40);
    (chart().element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}');
    await expect.element(chart()).toHaveAttribute('aria-valuetext', expect.stringMatching(/^13:\d\d – 14:0\d · /));
    await userEvent.keyboard('{Escape}');
    await expect.element(chart()).toHaveAttribute('aria-valuetext', 'No bar is selected');
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    await expect.poll(hash).toMatch(/since:2026-11-21T1\d:\d\d:00Z until/);
    expect(hash()).not.toContain('event=');
  });

  it('[PAGE-20] keeps its counts while the connection is lost, and shows no count of another filter', async () => {
    const { backend } = await counted();
    await expect.element(caption()).toMatchTextContent(/40 events/);
    await expect.poll(() => renderedSeqs()[0]).toBe(40);
    backend.calls.hold(...TALLIES);
    backend.emitWire('lost');
    await expect.element(caption()).toMatchTextContent(/40 events.*As of 14:00:00 UTC/);
    await click(page.getByRole('button', { name: 'Failed, 30' }));
    await expect.element(caption()).toMatchTextContent(/^Not counted/);
    await expect.element(caption()).not.toMatchTextContent(/40|30/);
    await expect.element(page.getByRole('button', { name: 'Failed, not counted yet' })).toBeVisible();
    await expect.element(page.getByText('loaded rows can still be read')).not.toBeInTheDocument();
  });

  it('[PAGE-1] names the folded heartbeats once, as a link to them', async () => {
    const { backend, clock } = await counted();
    await expect.element(caption()).toMatchTextContent(/40 events/);
    await expect.poll(() => renderedSeqs()[0]).toBe(40);
    backend.store(7, {
      ...EVENT,
      kind: 'HEARTBEAT',
      outcome: null,
      errorCode: null,
      errorCodes: [],
      countryCode: null,
    });
    backend.store(1, EVENT);
    clock.advance(1_000);
    await expect.element(caption()).toMatchTextContent(/41 events.*7 heartbeats/);
    await click(page.getByRole('link', { name: '7 heartbeats' }));
    await expect.poll(hash).toBe('#/timeline?q=kind:HEARTBEAT');
    await expect.element(caption()).toMatchTextContent(/^7 events(?!.*heartbeats)/);
  });

  it('[READ-20] continues to count while the list is paused', async () => {
    const { backend, clock } = await counted();
    await expect.element(caption()).toMatchTextContent(/40 events/);
    await expect.poll(() => renderedSeqs()[0]).toBe(40);
    await userEvent.hover(page.elementLocator(lineOf(40)));
    clock.advance(1_000);
    backend.store(1, EVENT);
    await expect.element(caption()).toMatchTextContent(/41 events/);
    expect(renderedSeqs()[0]).toBe(40);
  });
});

describe('the values of the fields', () => {
  it('are sorted by their counts again after the value with the focus disappeared', async () => {
    const { backend, clock } = await counted();
    const countries = () =>
      [...(page.getByRole('region', { name: 'Country' }).query()?.querySelectorAll('li') ?? [])].map(
        (line) => line.dataset['value'],
      );
    await expect.poll(countries).toEqual(['SE', 'DE', 'NO']);
    (page.getByRole('button', { name: /^SE Sweden/ }).element() as HTMLElement).focus();
    window.location.hash = '#/timeline?q=outcome:succeeded';
    await expect.poll(countries).toEqual(['DE']);
    window.location.hash = '#/timeline';
    await expect.poll(countries).toHaveLength(3);
    backend.store(15, { ...EVENT, countryCode: 'NO' });
    clock.advance(1_000);
    await expect.poll(countries).toEqual(['NO', 'SE', 'DE']);
  });

  it('[PAGE-90] are filtered in by a click, out with Alt, marked as left out with their count, and folded', async () => {
    await counted();
    const country = group('Country');
    await click(country.getByRole('button', { name: 'SE Sweden, 20' }));
    await expect.poll(hash).toContain('q=country:SE');
    await expect.element(country.getByRole('button', { name: 'NO Norway, 10' })).toBeVisible();
    await expect.element(group('Error code').getByRole('button', { name: '70, 20' })).toBeVisible();
    await click(country.getByRole('button', { name: 'SE Sweden, 20' }));
    await expect.poll(hash).not.toContain('country');
    const norway = country.getByRole('button', { name: 'NO Norway, 10' });
    await expect.element(norway).toBeVisible();
    await clickElement(norway.element(), { altKey: true });
    await expect.poll(hash).toContain('q=-country:NO');
    await expect.element(country.getByRole('button', { name: 'NO Norway, 10, excluded' })).toBeVisible();
    await expect.element(caption()).toMatchTextContent(/30 events/);
    await click(country.getByRole('button', { name: 'Country' }));
    await expect.element(country.getByRole('button', { name: /^SE Sweden/ })).not.toBeInTheDocument();
    expect(localStorage.getItem('watchfloor.facets')).toBe('["country"]');
  });

  it('[PAGE-90] are navigated and filtered with the keyboard, without moving the list', async () => {
    await counted();
    await expect.element(group('Outcome').getByRole('button', { name: 'Failed, 30' })).toBeVisible();
    (group('Outcome').getByRole('button', { name: 'Failed, 30' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
    await expect.element(group('Outcome').getByRole('button', { name: 'Succeeded, 10' })).toHaveFocus();
    await userEvent.keyboard('-');
    await expect.poll(hash).toContain('q=-outcome:succeeded');
    await userEvent.keyboard('+');
    await expect.poll(hash).toMatch(/q=outcome:succeeded/);
    expect(document.querySelector('[aria-activedescendant]')).toBeNull();
  });

  it('[PAGE-90] keep their order under the pointer, and their tooltip covers none of their buttons', async () => {
    const { backend, clock } = await counted();
    const country = group('Country');
    const names = () =>
      [...(country.query()?.querySelectorAll<HTMLElement>('[data-value]') ?? [])].map((line) => line.dataset['value']);
    await expect.poll(names).toEqual(['SE', 'DE', 'NO']);
    const value = country.getByRole('button', { name: 'SE Sweden, 20' });
    await userEvent.hover(value);
    const tip = page.getByRole('tooltip');
    await expect.element(tip).toBeVisible();
    const line = value.element().closest('li')?.getBoundingClientRect();
    await expect.poll(() => tip.query()?.getBoundingClientRect().left).toBeGreaterThanOrEqual(line?.right ?? 0);
    clock.advance(1_000);
    backend.store(50, { ...EVENT, countryCode: 'NO' });
    await expect.element(country.getByRole('button', { name: 'NO Norway, 60' })).toBeVisible();
    expect(names()).toEqual(['SE', 'DE', 'NO']);
    await userEvent.hover(page.getByTestId('signal'));
    await expect.poll(names).toEqual(['NO', 'SE', 'DE']);
  });
});

it('[PAGE-109] an empty result names the filter that excludes the events, and Escape removes all filters', async () => {
  await counted('#/timeline?q=outcome:failed country:DE since:2026-11-21T10:00Z');
  const nothing = page.getByRole('region', { name: 'Nothing matches' });
  await expect.element(nothing).toMatchTextContent(/No event matches both filters/);
  await expect.element(nothing).toMatchTextContent(/40 events are stored for this span/);
  await expect.element(nothing).toMatchTextContent(/without outcome\s*failed\s*10 events/);
  await expect.element(nothing).toMatchTextContent(/without country\s*DE\s*30 events/);
  await expect.element(nothing).toMatchTextContent(/over the last 24 h instead\s*still none/);
  await expect.element(nothing).toMatchTextContent(/30 m of this span was not watched/);
  await click(nothing.getByRole('button', { name: 'Remove' }).first());
  await expect.poll(hash).toMatch(/q=country:DE since:2026-11-21T10:00:00Z/);
  await expect.poll(() => renderedSeqs().length).toBe(10);
  window.location.hash = '#/timeline?q=outcome:failed since:2026-01-01 until:2026-01-02';
  await expect
    .element(nothing.getByRole('paragraph'))
    .toHaveTextContent('Nothing is stored for this span, with or without it.');
  await keyboard('{Escape}');
  await expect.poll(() => renderedSeqs().length).toBeGreaterThan(20);
});

describe('a row', () => {
  it('[PAGE-90] is filtered by its most specific value with + and −', async () => {
    await counted();
    await expect.poll(() => renderedSeqs()[0]).toBe(40);
    await keyboard('j-');
    await expect.poll(hash).toContain('q=-code:73');
    await expect.poll(() => renderedSeqs()[0]).toBe(30);
    await keyboard('{Escape}j+');
    await expect.poll(hash).toContain('-code:73 code:70');
  });
  it('[PAGE-90] has a menu of its values, its history and its surroundings', async () => {
    await counted();
    await expect.poll(() => renderedSeqs()[0]).toBe(40);
    await userEvent.click(page.elementLocator(lineOf(35)), { button: 'right' });
    const menu = page.getByRole('menu', { name: 'Event' });
    await click(menu.getByRole('menuitem', { name: 'country NO', exact: true }));
    await expect.poll(hash).toContain('q=country:NO');
    await userEvent.click(page.elementLocator(lineOf(35)), { button: 'right' });
    await click(menu.getByRole('menuitem', { name: 'Around this, ±5 min' }));
    await expect.poll(hash).toContain('q=since:2026-11-21T13:25:00Z until:2026-11-21T13:35:00Z&around=35');
  });
  it('[PAGE-90] opens that menu with the keyboard, and the focus then returns to the list', async () => {
    await counted();
    await expect.poll(() => renderedSeqs()[0]).toBe(40);
    const menu = page.getByRole('menu', { name: 'Event' });
    await userEvent.keyboard('jj');
    await expect.element(page.elementLocator(lineOf(39))).toHaveAttribute('data-cursor');
    await userEvent.keyboard('{Shift>}{F10}{/Shift}');
    await expect.element(menu.getByRole('menuitem').first()).toHaveFocus();
    expect(menu.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(
      lineOf(39).getBoundingClientRect().bottom,
    );
    await userEvent.keyboard('{Escape}');
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(page.getByRole('grid')).toHaveFocus();
    await userEvent.keyboard('{ContextMenu}');
    await expect.element(menu.getByRole('menuitem').first()).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(hash).toContain('q=-code:73');
  });
  it('[READ-20] shows its position among the matching events', async () => {
    await counted('#/timeline?q=outcome:failed&event=37');
    await expect.element(page.getByText('4 of 30 failed')).toBeVisible();
  });
});

it('the timeline says that a span in the past is not live', async () => {
  await counted('#/timeline?q=until:2026-11-21T13:40Z');
  await expect.element(page.getByText('Not live: the shown time span has ended')).toBeVisible();
});

it('[PAGE-90] Ctrl+K goes to a time by opening the time span at its field', async () => {
  await counted();
  await expect.poll(() => renderedSeqs()[0]).toBe(40);
  await keyboard('{Control>}k{/Control}go to a time{Enter}');
  await expect.element(page.getByLabelText('Go to', { exact: true })).toHaveFocus();
  await keyboard('2026-11-21 11:30{Enter}');
  await expect.poll(hash).toContain('around=10');
  await expect.element(page.getByLabelText('Go to', { exact: true })).not.toBeInTheDocument();
});
