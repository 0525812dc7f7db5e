/** Tests the grid in a browser: visible rows keep their position, and the pressed row opens. */
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { GridItem } from '../../src-renderer/grid/grid-model.ts';
import { randomNumbers } from '../doubles/random-numbers.ts';
import { renderedKeys, type GridRow, renderGrid, rowItem, rowsFrom, lineTop } from '../doubles/render-grid.tsx';

/** Returns the keys of the fully visible rows. */
function seenKeys(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[data-key]')]
    .filter((line) => {
      const { top, bottom } = line.getBoundingClientRect();
      return top >= 52 && bottom <= 900;
    })
    .map((line) => line.dataset['key'] ?? '');
}

describe('the grid', () => {
  it('[PAGE-263] lists its keys while another control has the focus, but then ignores End and the arrow keys', async () => {
    const { calls } = await renderGrid({ items: rowsFrom(3) });
    const elsewhere = document.createElement('button');
    document.querySelector('main')?.append(elsewhere);
    elsewhere.focus();
    const listed = () => document.querySelector('[data-testid=keys]')?.textContent;
    await expect.poll(listed).toBe('J ArrowDown K ArrowUp PageDown PageUp Home End Enter');
    await userEvent.keyboard('{End}{ArrowDown}');
    expect(calls).toEqual([]);
    await userEvent.keyboard('j');
    await userEvent.keyboard('{End}');
    expect(calls).toEqual(['cursor 3', 'cursor 1']);
    elsewhere.remove();
  });

  it('renders the visible rows and a few more, below the titles of its columns', async () => {
    const grid = await renderGrid({ items: rowsFrom(2_000), total: 88_000 });
    expect({ first: renderedKeys()[0], few: renderedKeys().length < 60 }).toEqual({ first: '2000', few: true });
    await expect.element(page.getByRole('columnheader', { name: 'Summary' })).toBeVisible();
    grid.scrollTo(30_000);
    await expect.poll(seenKeys).toContain('1000');
    const line = document.querySelector('[data-key="1000"]');
    expect([grid.table().ariaRowCount, line?.getAttribute('aria-rowindex')]).toEqual(['88001', '1002']);
    expect(document.querySelectorAll('*').length).toBeLessThan(600);
    grid.change({ total: null });
    expect(grid.table().ariaRowCount).toBe('-1');
  });

  it('[PAGE-3] keeps the visible rows in place while 10,000 rows are added above', async () => {
    const grid = await renderGrid({ items: rowsFrom(300), isPaused: true });
    grid.scrollTo(1_510);
    await expect.poll(() => renderedKeys().includes('240')).toBe(true);
    await grid.frame();
    const before = lineTop('240') ?? Number.NaN;
    for (let newest = 1_300; newest <= 10_300; newest += 1_000) {
      grid.change({ items: rowsFrom(newest) });
      await grid.frame();
      expect(Math.abs((lineTop('240') ?? Number.NaN) - before)).toBeLessThanOrEqual(1);
    }
  });

  it('[PAGE-3] keeps the first visible row when all rows get higher', async () => {
    const grid = await renderGrid({ items: rowsFrom(300), isPaused: true });
    grid.scrollTo(1_500);
    await expect.poll(() => renderedKeys().includes('240')).toBe(true);
    await grid.frame();
    const before = seenKeys()[0];
    document.documentElement.dataset['density'] = 'comfortable';
    await expect.poll(() => document.querySelector('[data-key="240"]')?.getBoundingClientRect().height).toBe(38);
    await grid.frame();
    await grid.frame();
    const after = seenKeys()[0];
    delete document.documentElement.dataset['density'];
    expect(after).toBe(before);
  });

  it('[PAGE-3] keeps the visible rows in place at its top while paused, and returns to the top when resumed', async () => {
    const grid = await renderGrid({ items: rowsFrom(300), isPaused: true });
    const before = lineTop('300');
    grid.change({ items: rowsFrom(318) });
    await grid.frame();
    expect(lineTop('300')).toBe(before);
    grid.change({ isPaused: false });
    await expect.poll(() => seenKeys()[0]).toBe('318');
    grid.change({ items: rowsFrom(400) });
    await grid.frame();
    expect([seenKeys()[0], grid.scroller().scrollTop]).toEqual(['400', 0]);
  });

  it('[PAGE-1] renders no row twice and none out of order during random changes and scrolling', async () => {
    const pick = randomNumbers(41);
    let [newest, items]: [number, GridItem<GridRow>[]] = [400, rowsFrom(400)];
    const grid = await renderGrid({ items, isPaused: true });
    for (let operation = 0; operation < 200; operation += 1) {
      const act = pick(6);
      if (act === 0) {
        const count = 1 + pick(60);
        items = [...rowsFrom(newest + count, count), ...items];
        newest += count;
      } else if (act === 1) items = items.slice(0, -pick(30) - 1);
      else if (act === 2) items = items.toSpliced(pick(items.length), pick(40));
      else if (act === 3) {
        const at = pick(items.length);
        items = items.toSpliced(at, 0, { kind: 'gap', key: `gap-${operation}`, content: 'Not watched' });
      } else if (act === 4) grid.scrollTo(pick(items.length * 30));
      else if (items.length < 100)
        items = [...items, ...Array.from({ length: 200 }, (_, n) => rowItem(-operation * 1_000 - n))];
      grid.change({ items });
      if (pick(3) === 0) await grid.frame();
      const drawn = renderedKeys();
      const from = items.findIndex(({ key }) => key === drawn[0]);
      expect(drawn).toEqual(items.slice(from, from + drawn.length).map(({ key }) => key));
    }
    await grid.frame();
    // The rows fill the viewport, without a hole at either end.
    expect(seenKeys().length).toBeGreaterThanOrEqual(Math.min(items.length, 27));
  }, 120_000);

  it('[PAGE-3] opens the pressed row, even if another row moved under the pointer before the release', async () => {
    const grid = await renderGrid({ items: rowsFrom(300) });
    const line = document.querySelector('[data-key="290"] td');
    const at = line?.getBoundingClientRect() ?? new DOMRect();
    const point = { bubbles: true, clientX: at.x + 20, clientY: at.y + 10 };
    line?.dispatchEvent(new PointerEvent('pointerdown', point));
    grid.change({ items: rowsFrom(303) });
    document.elementFromPoint(point.clientX, point.clientY)?.dispatchEvent(new MouseEvent('click', point));
    expect(grid.calls).toEqual(['cursor 290', 'open 290']);
  });

  it('reports each change of attention once', async () => {
    const attention: string[] = [];
    const grid = await renderGrid({
      items: rowsFrom(300),
      onInteraction: ({ isPointing, isScrolled, isFocused }) =>
        attention.push(
          [isPointing && 'points', isScrolled && 'scrolled', isFocused && 'focused'].filter(Boolean).join(' '),
        ),
    });
    await userEvent.hover(page.getByText('Event 290'));
    await userEvent.hover(page.getByText('Event 280'));
    await userEvent.hover(page.getByRole('columnheader', { name: 'Summary' }));
    grid.scrollTo(600);
    await expect.poll(() => attention.at(-1)).toBe('scrolled');
    grid.scrollTo(900);
    await grid.frame();
    // The column chooser precedes the list in the Tab order.
    await userEvent.tab();
    await userEvent.tab();
    expect(attention).toEqual(['points', '', 'scrolled', 'scrolled focused']);
  });

  it('requests more rows before the user reaches an end, and reports where the list came to rest', async () => {
    const near: string[] = [];
    const anchors: unknown[] = [];
    const grid = await renderGrid({
      items: rowsFrom(300),
      onNear: (side) => near.push(side),
      onAnchor: (anchor) => anchors.push(anchor),
      landing: { at: 'key', key: '150', offset: -10 },
    });
    await grid.frame();
    expect(near).toEqual([]);
    grid.scrollTo(7_000);
    await expect.poll(() => near).toEqual(['end']);
    await expect.poll(() => anchors.at(-1)).toEqual({ key: '66', offset: 20 });
    grid.change({ items: rowsFrom(300, 290) });
    await expect.poll(() => near).toEqual(['end', 'end']);
    // The total is larger now, but its last rows are not loaded yet.
    grid.change({ total: 600 });
    await expect.poll(() => near).toEqual(['end', 'end', 'end']);
    grid.scrollTo(30);
    await expect.poll(() => near.at(-1)).toBe('start');
  });

  it('scrolls to the requested row, even if that row is loaded later', async () => {
    const grid = await renderGrid({
      items: rowsFrom(300, 100),
      landing: { at: 'key', key: '150', offset: 45 },
      isPaused: true,
    });
    grid.change({ items: rowsFrom(300) });
    await expect.poll(() => lineTop('150')).toBe(52 + 45);
    grid.change({ landing: { at: 'key', key: '90', offset: null } });
    await expect.poll(() => lineTop('90')).toBe(52 + (848 - 30) / 2);
    grid.change({ landing: { at: 'end' } });
    await expect.poll(() => seenKeys().at(-1)).toBe('1');
    grid.change({ landing: { at: 'start' } });
    await expect.poll(() => seenKeys()[0]).toBe('300');
  });

  it('says below its head why there are no rows', async () => {
    await renderGrid({ items: [], statusLine: 'Live' });
    const instead = page.getByText('Nothing yet.');
    await expect.element(instead).toBeVisible();
    expect(instead.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(52);
    await expect.element(page.getByText('Live')).toBeVisible();
  });
});
