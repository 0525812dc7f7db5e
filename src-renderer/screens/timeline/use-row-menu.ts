/** How the menu of an event opens: under the pointer, or by a key at the line on which the cursor is. */
import type { MouseEvent } from 'react';
import { useCommands } from '../../commands/use-commands.ts';
import { gridId, gridAcceptsKeys, lineId } from '../../components/grid/grid-focus.ts';
import type { RowMenuTarget } from './RowMenu.tsx';
import type { TimelineItem } from './timeline-items.tsx';

interface RowMenuKeys {
  /** Of the list. */
  readonly name: string;
  readonly items: readonly TimelineItem[];
  readonly cursor: string | null;
  readonly setCursor: (key: string) => void;
  readonly open: (place: RowMenuTarget) => void;
  readonly showMessage: (words: string) => void;
}

/** Beside the mark of the line, whose words stay readable. */
const INDENT_PX = 24;

/** @returns what happens where the browser would open a menu of its own */
export function useRowMenu({
  name,
  items,
  cursor,
  setCursor,
  open,
  showMessage,
}: RowMenuKeys): (press: MouseEvent) => void {
  function openAtCursor(): void {
    const item = items.find(({ key }) => key === cursor);
    if (item?.kind === 'row') open({ event: item.row.event, ...menuPosition(name, item.key) });
    else showMessage('Choose an event first: J and K go from one to the next');
  }
  useCommands([
    {
      id: 'timeline.menu',
      title: 'Open the menu of the event',
      group: 'Event',
      keys: ['Shift+F10', 'ContextMenu'],
      // Elsewhere these keys are the browser's.
      isKeyActive: () => cursor !== null && gridAcceptsKeys(name),
      run: openAtCursor,
    },
  ]);
  return (press) => {
    // Some browsers keep these keys for themselves, and say only what they ask for, of what has the focus.
    if (cursor !== null && press.target instanceof Element && press.target.id === gridId(name)) {
      press.preventDefault();
      openAtCursor();
      return;
    }
    const key = press.target instanceof Element ? press.target.closest('[data-key]')?.getAttribute('data-key') : null;
    const item = items.find((each) => each.key === key);
    // What is marked on the page has the browser's own menu.
    if (item?.kind !== 'row' || document.getSelection()?.isCollapsed === false) return;
    press.preventDefault();
    setCursor(item.key);
    open({ event: item.row.event, x: press.clientX, y: press.clientY });
  };
}

/** Below the line; at an edge of the list where the line is scrolled away. */
function menuPosition(name: string, key: string): { readonly x: number; readonly y: number } {
  const list = document.getElementById(gridId(name))?.parentElement?.getBoundingClientRect();
  const line = document.getElementById(lineId(name, key))?.getBoundingClientRect();
  const [top, bottom] = [list?.top ?? 0, list?.bottom ?? window.innerHeight];
  return { x: (list?.left ?? 0) + INDENT_PX, y: Math.min(Math.max(line?.bottom ?? top, top), bottom) };
}
