/** What keys do in the timeline: moves of the cursor, which are the grid's, and what only a timeline can do. */
import { useRef } from 'react';
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import type { Command } from '../../commands/command.ts';
import { useCommands } from '../../commands/use-commands.ts';
import type { GridProps } from '../../components/grid/grid-model.ts';
import { useGridCommands } from '../../components/grid/use-grid-commands.ts';
import { useStores } from '../../stores/use-stores.ts';
import { rowText } from './row-text.ts';
import type { TimelineRow } from './timeline-items.tsx';

interface TimelineKeys extends Pick<
  GridProps<TimelineRow>,
  'name' | 'items' | 'cursor' | 'setCursor' | 'opened' | 'open'
> {
  readonly filter: Filter;
  readonly selection: NonNullable<GridProps<TimelineRow>['selection']>;
  /** Shows it wherever it is, and opens it where one is open. */
  readonly goTo: (seq: number) => void;
  readonly step: (by: number) => void;
  readonly goLive: () => void;
}

export function useTimelineCommands(keys: TimelineKeys): void {
  const { backend, timeline } = useStores();
  const { items, cursor, setCursor, selection, filter, goTo, goLive } = keys;
  const asked = useRef(0);

  /** The nearest older one, whether or not it has been read yet. */
  async function nextFailure(): Promise<void> {
    const { source } = timeline.getState();
    asked.current += 1;
    const turn = asked.current;
    const at = items.findIndex(({ key }) => key === cursor);
    // An event that is not listed: older ones than it are meant, and not those that happen to be listed.
    const unlisted = at === -1 && cursor !== null && Number.isSafeInteger(Number(cursor)) ? Number(cursor) : null;
    const listed =
      unlisted !== null
        ? undefined
        : items.slice(at + 1).find((item) => item.kind === 'row' && isFailure(item.row.event));
    if (listed !== undefined) {
      goTo(Number(listed.key));
      return;
    }
    if (source === null) return;
    const failures: Filter = {
      terms: [...filter.terms, { kind: 'value', field: 'outcome', values: ['failed', 'partial'], negated: false }],
    };
    const { window } = timeline.getState();
    let from = unlisted ?? window.olderCursor;
    for (let hasMore = unlisted !== null || window.hasOlder; hasMore;) {
      const query = { watch: source.watch, filter: failures, direction: 'older', cursor: from, limit: 1 } as const;
      const page = await backend.timeline.page(query).catch(() => null);
      if (page === null || turn !== asked.current) return;
      const [found] = page.rows;
      if (found !== undefined) goTo(found.seq);
      hasMore = found === undefined && page.hasOlder;
      from = page.olderCursor;
    }
  }

  async function copyChosen(): Promise<void> {
    const rows = items.flatMap((item) => (item.kind === 'row' && selection.keys.has(item.key) ? [item.row.event] : []));
    await navigator.clipboard.writeText(rows.map(rowText).join('\n'));
  }

  const commands: Command[] = [
    {
      id: 'timeline.live',
      title: 'Let go of the row, then go live',
      group: 'List',
      keys: ['Escape'],
      keysOnly: true,
      run: () => (cursor === null ? goLive() : setCursor(null)),
    },
    { id: 'timeline.newest', title: 'Go to the newest events', group: 'List', keys: [], run: goLive },
    {
      id: 'timeline.oldest',
      title: 'Go to the oldest event',
      group: 'List',
      keys: [],
      run: () => timeline.showOldest(),
    },
    {
      id: 'timeline.next-failure',
      title: 'Next failure',
      group: 'Event',
      keys: ['E'],
      run: () => void nextFailure(),
    },
  ];
  const copy: Command = {
    id: 'timeline.copy',
    title: 'Copy the chosen events as text',
    group: 'Event',
    keys: ['Ctrl+C'],
    run: () => void copyChosen().catch(() => undefined),
  };
  const moves = useGridCommands({
    ...keys,
    noun: 'event',
    toStart: goLive,
    toEnd: () => timeline.showOldest(),
  });
  useCommands([...commands, ...(selection.keys.size > 0 ? [copy] : []), ...moves]);
}

function isFailure({ outcome }: EventSummary): boolean {
  return outcome === 'failed' || outcome === 'partial';
}
