import { useCommands } from '../commands/use-commands.ts';
import type { Command } from '../commands/command.ts';
import { Grid } from './Grid.tsx';
import type { GridProps } from './grid-model.ts';
import { useGridCommands } from './use-grid-commands.ts';
import { useGridHasFocus } from './use-grid-focus.ts';

interface GridListProps<Row> extends GridProps<Row> {
  readonly noun: string;
  /** True if keys go to another list unless this one has the focus. */
  readonly isSecond?: boolean;
  /** Jump to the ends of a list that continues beyond its items. */
  readonly toStart?: () => void;
  readonly toEnd?: () => void;
}

export function GridList<Row>(props: GridListProps<Row>) {
  const { name, cursor, opened, setCursor, isSecond = false } = props;
  const commands = useGridCommands(props);
  const hasFocus = useGridHasFocus(name);
  // Registered only while there is a cursor, because Escape has other uses.
  const unmark: Command = {
    id: 'list.unmark',
    title: 'Clear selection',
    group: 'List',
    keys: ['Escape'],
    keysOnly: true,
    run: () => setCursor(null),
  };
  useCommands(isSecond && !hasFocus ? [] : cursor === null || opened !== null ? commands : [...commands, unmark]);
  return <Grid {...props} />;
}
