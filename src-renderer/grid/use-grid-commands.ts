/** J and K work anywhere and focus the list. The others need its focus: a detail pane scrolls with the same keys. */
import type { Command } from '../commands/command.ts';
import { firstVisibleKey, focusGrid, gridAcceptsKeys, linesInView } from './grid-focus.ts';
import type { GridProps } from './grid-model.ts';
import { movedCursor, rowKeys, extendedSelection } from './selected-lines.ts';
import { useGridAcceptsKeys } from './use-grid-focus.ts';

type Listed<Row> = Pick<GridProps<Row>, 'name' | 'items' | 'cursor' | 'setCursor' | 'opened' | 'open' | 'selection'>;

interface GridKeys<Row> extends Listed<Row> {
  readonly noun: string;
  /** Replaces cursor steps within the items, if the list continues beyond them. */
  readonly step?: (by: number) => void;
  readonly toStart?: () => void;
  readonly toEnd?: () => void;
}

export function useGridCommands<Row>(keys: GridKeys<Row>): readonly Command[] {
  const { name, items, cursor, selection, noun } = keys;
  const isNear = useGridAcceptsKeys(name);
  const item = items.find(({ key }) => key === cursor);

  function moveTo(key: string | null): void {
    if (key === null) return;
    // If an event is open, the cursor's event is opened instead.
    const isRow = items.some((candidate) => candidate.key === key && candidate.kind === 'row');
    if (keys.opened === null || !isRow) keys.setCursor(key);
    else keys.open(key);
  }
  const moved = (by: number) => movedCursor(items, cursor, by, item === undefined ? firstVisibleKey(name) : null);
  const step = keys.step ?? ((by: number) => moveTo(moved(by)));
  const extend = (by: number) => {
    const to = moved(by);
    if (to === null || selection === undefined) return;
    selection.set(extendedSelection(items, selection.keys, cursor, to));
    keys.setCursor(to);
  };
  const command = (id: string, title: string, commandKeys: readonly string[], run: () => void): Command => ({
    id: `list.${id}`,
    title,
    group: 'List',
    keys: commandKeys,
    keysOnly: true,
    isKeyActive: keysNear(name),
    run: () => {
      focusGrid(name);
      run();
    },
  });

  const list = [
    command('next', `Next ${noun}`, ['J', 'ArrowDown'], () => step(1)),
    command('previous', `Previous ${noun}`, ['K', 'ArrowUp'], () => step(-1)),
    command('pageDown', 'A screen down', ['PageDown'], () => step(linesInView(name))),
    command('pageUp', 'A screen up', ['PageUp'], () => step(-linesInView(name))),
    command('start', `First ${noun}`, ['Home'], keys.toStart ?? (() => moveTo(items[0]?.key ?? null))),
    command('end', `Last ${noun}`, ['End'], keys.toEnd ?? (() => moveTo(items.at(-1)?.key ?? null))),
    command('open', `Open the ${noun}`, ['Enter'], () => (item?.kind === 'row' ? keys.open(item.key) : item?.open?.())),
  ];
  if (selection === undefined) return list;
  list.push(
    command('extendDown', `Extend selection to the next ${noun}`, ['Shift+ArrowDown', 'Shift+J'], () => extend(1)),
    command('extendUp', `Extend selection to the previous ${noun}`, ['Shift+ArrowUp', 'Shift+K'], () => extend(-1)),
    command('chooseAll', `Select every listed ${noun}`, ['Ctrl+A'], () => selection.set(rowKeys(items))),
  );
  // Registered only while something is selected, because Escape has other uses.
  if (isNear && selection.keys.size > 0)
    list.push(command('chooseNone', 'Clear selection', ['Escape'], () => selection.set(new Set())));
  return list;
}

/** Always registered, so that `?` lists them. A closure in the hook would keep its lines in memory. */
function keysNear(name: string): (keys: string) => boolean {
  return (keys) => keys === 'J' || keys === 'K' || gridAcceptsKeys(name);
}
