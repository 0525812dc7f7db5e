/** Tests columns that a user arranges and the keyboard control of the grid, in a browser. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderGrid, rowsFrom, titles } from '../doubles/render-grid.tsx';
import { click } from '../doubles/page-input.ts';

const title = (name: string) => page.getByRole('columnheader', { name });
const cells = () =>
  [...(document.querySelector('[data-key]')?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent);

describe('the columns of a grid', () => {
  beforeEach(() => localStorage.clear());

  it('[PAGE-441] keep their width, order and choice after a reload, and can be reset', async () => {
    const grid = await renderGrid({ items: rowsFrom(300) });
    const usual = titles();
    (title('Number').element() as HTMLElement).focus();
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Alt>}{ArrowRight}{/Alt}');
    await click(page.getByRole('button', { name: 'Choose columns' }));
    await click(page.getByRole('checkbox', { name: 'Kind' }));
    await click(page.getByRole('checkbox', { name: 'Error code' }));
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => Object.keys(titles())).toEqual(['Summary', 'Number', 'Kind']);
    const made = titles();
    expect([made['Number'], cells()]).toEqual([(usual['Number'] ?? 0) + 24, ['Event 300', '300', 'LOCALIZATION']]);
    await grid.remount();
    await expect.poll(titles).toEqual(made);
    await click(page.getByRole('button', { name: 'Choose columns' }));
    await click(page.getByRole('button', { name: 'Reset columns' }));
    expect([titles(), localStorage.getItem('watchfloor.grid.events')]).toEqual([
      usual,
      '{"order":[],"widths":{},"shown":{}}',
    ]);
  });

  it('[PAGE-441] always include the one that identifies a row, whatever was stored', async () => {
    const kept = { shown: { number: false, summary: false, code: false } };
    localStorage.setItem('watchfloor.grid.events', JSON.stringify(kept));
    await renderGrid({ items: rowsFrom(300) });
    expect(Object.keys(titles())).toEqual(['Summary']);
  });

  it('show the focus and the name of the column, even for a title without words', async () => {
    await renderGrid({
      items: rowsFrom(3),
      columns: [{ id: 'mark', title: 'Mark', icon: '', width: { px: 16 }, priority: 9, cell: () => null }],
    });
    expect(title('Mark').element().getBoundingClientRect().height).toBeGreaterThan(12);
    const chooser = page.getByRole('button', { name: 'Choose columns' });
    await click(chooser);
    await userEvent.keyboard('{Escape}');
    await expect.element(chooser).toHaveFocus();
    await userEvent.keyboard('{Tab}{Tab}');
    await expect.element(title('Mark')).toHaveFocus();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('Mark');
  });

  it('are resized by dragging an edge and moved by dragging a title', async () => {
    await renderGrid({ items: rowsFrom(300) });
    const edge = title('Number').element().querySelector('[data-edge]');
    const summary = title('Summary');
    await userEvent.dragAndDrop(page.elementLocator(edge ?? document.body), summary, {
      targetPosition: { x: 60, y: 10 },
    });
    // 60 px beyond the previous edge; the exact width depends on where in the edge the drag started.
    expect(Math.abs((titles()['Number'] ?? 0) - 146)).toBeLessThan(8);
    await userEvent.dragAndDrop(title('Number'), title('Error code'));
    expect(Object.keys(titles())).toEqual(['Summary', 'Error code', 'Number']);
  });

  it('are hidden by priority if there is no room, and the chooser says so', async () => {
    await renderGrid({ items: rowsFrom(300) });
    await page.viewport(400, 600);
    await expect.poll(() => Object.keys(titles())).toEqual(['Number', 'Summary']);
    await click(page.getByRole('button', { name: 'Choose columns' }));
    await expect.element(page.getByText('no room now')).toBeVisible();
  });
});

describe('keyboard control of the grid', () => {
  it('[PAGE-263] moves the focus to the list with the first J, and names the current row for screen readers', async () => {
    const grid = await renderGrid({ items: rowsFrom(300) });
    await userEvent.keyboard('jj');
    expect([document.activeElement, grid.table().getAttribute('aria-activedescendant')]).toEqual([
      grid.table(),
      'grid-events-299',
    ]);
    await userEvent.keyboard('{ArrowDown}{PageDown}{k}{Enter}');
    expect(grid.calls).toEqual(['cursor 300', 'cursor 299', 'cursor 298', 'cursor 270', 'cursor 271', 'open 271']);
    await userEvent.keyboard('{End}');
    await expect.poll(() => document.getElementById('grid-events-1')?.dataset['cursor']).toBe('true');
    await userEvent.keyboard('{Home}');
    await expect.poll(() => grid.scroller().scrollTop).toBe(0);
  });

  it('[PAGE-263] selects several rows by Shift and Ctrl, extends the range by keys, and clears it with Escape', async () => {
    const states: string[] = [];
    const grid = await renderGrid({ items: rowsFrom(300) });
    const set = (keys: ReadonlySet<string>) => {
      states.push([...keys].toSorted().join(' '));
      grid.change({ selection: { keys, set } });
    };
    grid.change({ selection: { keys: new Set(), set } });
    await page.getByText('Event 298').click({ modifiers: ['Control'] });
    await page.getByText('Event 295').click({ modifiers: ['Shift'] });
    expect(window.getSelection()?.toString()).toBe('');
    await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
    expect(document.querySelectorAll('[aria-selected=true]').length).toBe(3);
    await userEvent.keyboard('{Control>}a{/Control}');
    await userEvent.keyboard('{Escape}');
    expect([states.slice(0, 3), states[3]?.split(' ').length, states[4]]).toEqual([
      ['298', '295 296 297 298', '296 297 298'],
      300,
      '',
    ]);
    expect([
      grid.table().getAttribute('aria-multiselectable'),
      grid.calls.filter((each) => each.startsWith('open')),
    ]).toEqual(['true', []]);
  });

  it('[PAGE-72] draws the focus around the current row or around the rows, never around the titles', async () => {
    const grid = await renderGrid({ items: rowsFrom(300) });
    await userEvent.tab();
    await userEvent.tab();
    const frame = grid.scroller().parentElement as Element;
    const edge = () => getComputedStyle(frame, '::after');
    const ring = (of: Element | null, part?: string) => (of === null ? '' : getComputedStyle(of, part).outlineStyle);
    const { borderTopStyle, borderBottomStyle, top, bottom } = edge();
    expect([document.activeElement, borderTopStyle, borderBottomStyle, top, bottom]).toEqual([
      grid.table(),
      'solid',
      'solid',
      '52px',
      '0px',
    ]);
    await userEvent.keyboard('j');
    expect([edge().content, ring(document.querySelector('[data-cursor]')), ring(grid.table())]).toEqual([
      'none',
      'solid',
      'none',
    ]);
  });
});
