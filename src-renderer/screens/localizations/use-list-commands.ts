/** The keys of the list change what is shown, never the order of the lines. */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useCommands } from '../../commands/use-commands.ts';
import type { ListLine } from './list/list-lines.ts';

interface ListCommands {
  readonly lines: readonly ListLine[];
  readonly cursor: string | null;
  readonly list: RefObject<HTMLElement | null>;
  /** Moves the cursor to the line. A case is shown immediately, a group only when it is opened. */
  readonly move: (line: ListLine) => void;
  readonly extend: (line: ListLine) => void;
  readonly open: (line: ListLine) => void;
  readonly select: (line: ListLine) => void;
  readonly nextGroup: () => void;
  readonly onEscape: (() => void) | null;
}

export function useListCommands({
  lines,
  cursor,
  list,
  move,
  extend,
  open,
  select,
  nextGroup,
  onEscape,
}: ListCommands): void {
  const stops = lines.filter(({ kind }) => kind !== 'muted');
  const at = stops.findIndex(({ key }) => key === cursor);
  const line = stops[at];
  const isMoving = useRef(false);
  const isInList = () => list.current?.contains(document.activeElement) === true;
  const step = (by: 1 | -1) => () => moveTo(stops[at < 0 ? 0 : at + by], move);
  const extendBy = (by: 1 | -1) => () => {
    const ahead = by === 1 ? stops.slice(at + 1) : stops.slice(0, Math.max(0, at)).toReversed();
    moveTo(
      ahead.find(({ kind }) => kind === 'case'),
      line?.kind === 'case' ? extend : move,
    );
  };
  function moveTo(next: ListLine | undefined, show: (line: ListLine) => void): void {
    if (next === undefined) return;
    isMoving.current = isInList() || document.activeElement === document.body;
    show(next);
  }
  // Moves the focus only if it was in the list or nowhere. The line is scrolled into view in any case.
  useLayoutEffect(() => {
    if (cursor === null) return;
    const element = list.current?.querySelector<HTMLElement>(`[data-line=${JSON.stringify(cursor)}]`);
    element?.scrollIntoView({ block: 'nearest' });
    if (isMoving.current) element?.focus({ preventScroll: true });
    isMoving.current = false;
  }, [cursor, list, isMoving]);
  const inList = {
    group: 'List',
    keysOnly: true,
    isKeyActive: (keys: string) => (/^(?:Shift\+)?(?:Arrow|Enter)/.test(keys) ? isInList() : true),
  } as const;
  const below = { title: 'Extend selection to the case below', keys: ['Shift+J', 'Shift+ArrowDown'] };
  const above = { title: 'Extend selection to the case above', keys: ['Shift+K', 'Shift+ArrowUp'] };
  useCommands([
    { ...inList, id: 'case.next', title: 'Go to the line below', keys: ['J', 'ArrowDown'], run: step(1) },
    { ...inList, id: 'case.previous', title: 'Go to the line above', keys: ['K', 'ArrowUp'], run: step(-1) },
    { ...inList, id: 'case.reach-next', ...below, run: extendBy(1) },
    { ...inList, id: 'case.reach-previous', ...above, run: extendBy(-1) },
    {
      ...inList,
      id: 'case.open',
      title: 'Open the line',
      keys: ['Enter'],
      // If another element has the focus, the browser handles Enter.
      isKeyActive: () => line !== undefined && document.activeElement === document.body,
      run: () => line !== undefined && open(line),
    },
    {
      id: 'case.select',
      title: 'Add the case to the selection',
      group: 'List',
      keys: ['X'],
      unavailable: line?.kind === 'case' ? null : 'Go to a case first.',
      run: () => line !== undefined && select(line),
    },
    { id: 'case.worst', title: 'Open the worst, then the next', group: 'List', keys: ['E'], run: nextGroup },
    ...(onEscape === null
      ? []
      : [{ id: 'case.leave', title: 'Close it', group: 'List' as const, keys: ['Escape'], run: onEscape }]),
  ]);
}
