import type { MouseEvent } from 'react';
import { useCommand } from '../../commands/use-commands.ts';
import { gridId, gridAcceptsKeys, lineId } from '../../grid/grid-focus.ts';
import type { RowMenuTarget } from './RowMenu.tsx';
import type { TimelineItem } from './timeline-items.tsx';

interface RowMenuKeys {
  readonly name: string;
  readonly items: readonly TimelineItem[];
  readonly cursor: string | null;
  readonly setCursor: (key: string) => void;
  readonly open: (target: RowMenuTarget) => void;
  readonly showMessage: (words: string) => void;
}

/** Leaves the mark of the line visible. */
const INDENT_PX = 24;

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
    else showMessage('Select an event first with J or K');
  }
  useCommand({
    id: 'timeline.menu',
    title: 'Open the menu of the event',
    group: 'Event',
    keys: ['Shift+F10', 'ContextMenu'],
    // Elsewhere the browser handles these keys.
    isKeyActive: () => cursor !== null && gridAcceptsKeys(name),
    run: openAtCursor,
  });
  return (press) => {
    // Some browsers send only a contextmenu event to the focused element for these keys.
    if (cursor !== null && press.target instanceof Element && press.target.id === gridId(name)) {
      press.preventDefault();
      openAtCursor();
      return;
    }
    const key = press.target instanceof Element ? press.target.closest('[data-key]')?.getAttribute('data-key') : null;
    const item = items.find((each) => each.key === key);
    // Selected text gets the browser's own menu.
    if (item?.kind !== 'row' || document.getSelection()?.isCollapsed === false) return;
    press.preventDefault();
    setCursor(item.key);
    open({ event: item.row.event, x: press.clientX, y: press.clientY });
  };
}

/** Returns a position below the line, or at the edge of the list if the line is scrolled out of view. */
function menuPosition(name: string, key: string): { readonly x: number; readonly y: number } {
  const list = document.getElementById(gridId(name))?.parentElement?.getBoundingClientRect();
  const line = document.getElementById(lineId(name, key))?.getBoundingClientRect();
  const [top, bottom] = [list?.top ?? 0, list?.bottom ?? window.innerHeight];
  return { x: (list?.left ?? 0) + INDENT_PX, y: Math.min(Math.max(line?.bottom ?? top, top), bottom) };
}
