import { withValue } from '../../../src-shared/domain/filter/filter-edit.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import type { NewCommand } from '../../commands/command.ts';
import { useCommands } from '../../commands/use-commands.ts';
import type { GridProps } from '../../grid/grid-model.ts';
import { useGridCommands } from '../../grid/use-grid-commands.ts';
import { useStores } from '../../stores/use-stores.ts';
import { rowText } from './row-text.ts';
import { rowValues } from './row-values.ts';
import type { TimelineRow } from './timeline-items.tsx';
import { useNextFailure } from './use-next-failure.ts';
import { useSeenCommands } from './use-seen-commands.ts';

interface TimelineKeys extends Pick<
  GridProps<TimelineRow>,
  'name' | 'items' | 'cursor' | 'setCursor' | 'opened' | 'open'
> {
  readonly filter: Filter;
  readonly change: (filter: Filter) => void;
  readonly selection: NonNullable<GridProps<TimelineRow>['selection']>;
  /** Scrolls to the event, and opens it if another one is open. */
  readonly goTo: (seq: number) => void;
  readonly showMessage: (words: string) => void;
  readonly step: (by: number) => void;
  readonly goLive: () => void;
}

export function useTimelineCommands(keys: TimelineKeys): void {
  const { timeline } = useStores();
  const { items, cursor, setCursor, selection, goLive, filter, change, showMessage } = keys;
  const nextFailure = useNextFailure(keys);
  const seenCommands = useSeenCommands({ items, cursor, chosen: selection.keys, showMessage });

  async function copyChosen(): Promise<void> {
    const rows = items.flatMap((item) => (item.kind === 'row' && selection.keys.has(item.key) ? [item.row.event] : []));
    await navigator.clipboard.writeText(rows.map(rowText).join('\n'));
  }

  function filterByRow(negated: boolean): void {
    const item = items.find(({ key }) => key === cursor);
    if (item?.kind !== 'row') {
      showMessage('Select an event first with J or K');
      return;
    }
    const [{ field, value }] = rowValues(item.row.event);
    change(withValue(filter, field, value, negated));
  }

  const commands: NewCommand[] = [
    {
      id: 'timeline.live',
      title: 'Clear selection, then go live',
      group: 'List',
      keys: ['Escape'],
      keysOnly: true,
      run() {
        nextFailure.cancel();
        if (cursor === null) goLive();
        else setCursor(null);
      },
    },
    { id: 'timeline.newest', title: 'Go to the newest events', group: 'List', run: goLive },
    {
      id: 'timeline.oldest',
      title: 'Go to the oldest event',
      group: 'List',
      run: () => timeline.show('end'),
    },
    {
      id: 'timeline.next-failure',
      title: 'Next failure',
      group: 'Event',
      keys: ['E'],
      run: nextFailure.showNext,
    },
    {
      id: 'timeline.filter-in',
      title: 'Show only events like this one',
      group: 'Filter',
      keys: ['+', '='],
      run: () => filterByRow(false),
    },
    {
      id: 'timeline.filter-out',
      title: 'Exclude events like this one',
      group: 'Filter',
      keys: ['-', '−'],
      run: () => filterByRow(true),
    },
  ];
  const copy: NewCommand = {
    id: 'timeline.copy',
    title: 'Copy the selected events as text',
    group: 'Event',
    keys: ['Ctrl+C'],
    run: () => void copyChosen().catch(() => undefined),
  };
  const moves = useGridCommands({
    ...keys,
    noun: 'event',
    toStart: goLive,
    toEnd: () => timeline.show('end'),
  });
  useCommands([...commands, ...seenCommands, ...(selection.keys.size > 0 ? [copy] : []), ...moves]);
}
