/** The one list, in a real browser: what a reader points at stays where it is, and opens. */
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawnKeys, renderGrid, rowsFrom, topOf } from '../doubles/rendered-grid.tsx';

describe('the grid', () => {
  it('draws the lines in view and few more, under the titles of its columns', async () => {
    const grid = await renderGrid({ items: rowsFrom(2_000) });
    await expect.poll(() => drawnKeys()[0]).toBe('2000');
    expect(drawnKeys().length).toBeLessThan(60);
    await expect.element(page.getByRole('columnheader', { name: 'Summary' })).toBeVisible();
    expect(grid.table().getAttribute('aria-rowcount')).toBe('2001');
  });

  it('opens the line that was under the pointer', async () => {
    const grid = await renderGrid({ items: rowsFrom(300) });
    await page.getByText('Event 290').click();
    expect(grid.told).toEqual(['cursor 290', 'open 290']);
  });

  it('leaves the lines in view where they are while ten thousand are added above', async () => {
    const grid = await renderGrid({ items: rowsFrom(300), holds: true });
    grid.scrollTo(1_500);
    await expect.poll(() => drawnKeys().includes('240')).toBe(true);
    const before = topOf('240');
    for (let newest = 1_300; newest <= 10_300; newest += 1_000) {
      await grid.change({ items: rowsFrom(newest) });
      await grid.frame();
      expect(Math.abs((topOf('240') ?? -1_000) - (before ?? 0))).toBeLessThanOrEqual(1);
    }
    await userEvent.hover(page.getByText('Event 240'));
  });
});
