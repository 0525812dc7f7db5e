import { useMemo, useState } from 'react';
import type { CaseSummary } from '../../../src-shared/api/cases.ts';
import { Button } from '../../components/controls/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Grid } from '../../lists/grid/Grid.tsx';
import type { GridItem } from '../../lists/grid/grid-model.ts';
import { useGridCommands } from '../../lists/grid/use-grid-commands.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { useAppearance, useBoard, useStores } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { zoneText } from '../../time/time-text.ts';
import { failureWords } from '../../words/error-words.ts';
import { requestColumns } from './request-columns.tsx';
import { REQUESTS_GRID } from './request-list-name.ts';
import type { RequestListState } from './use-request-list.ts';

interface RequestLinesProps {
  readonly read: RequestListState;
  readonly find: string;
  readonly opened: string;
  readonly open: (key: string) => void;
  readonly changeFind: (find: string) => void;
}

export function RequestLines({ read, find, opened, open, changeFind }: RequestLinesProps) {
  const stores = useStores();
  const zone = useAppearance((appearance) => appearance.zone);
  const zoneName = zoneText(stores.now(), zone);
  const columns = useMemo(() => requestColumns(zoneName), [zoneName]);
  const { rows, total } = read.list;
  const items = useMemo(() => rows.map((row): GridItem<CaseSummary> => ({ kind: 'row', key: row.key, row })), [rows]);
  const [marked, setMarked] = useState<string | null>(null);
  const cursor = opened === '' ? marked : opened;
  const list = {
    name: REQUESTS_GRID,
    items,
    cursor,
    setCursor: setMarked,
    opened: opened === '' ? null : opened,
    open: (key: string) => {
      setMarked(key);
      open(key);
    },
  };
  const commands = useGridCommands({ ...list, noun: 'request' });
  const unmark = {
    id: 'requests.unmark',
    title: 'Clear selection',
    group: 'List',
    keys: ['Escape'],
    keysOnly: true,
    run: () => setMarked(null),
  } as const;
  useCommands(cursor === null || opened !== '' ? commands : [...commands, unmark]);
  return (
    <Grid
      {...list}
      label="Requests, newest first"
      columns={columns}
      total={total}
      hidesStatusLine
      placeholder={<NoRequests read={read} find={find} changeFind={changeFind} />}
      onInteraction={read.onInteraction}
      onNear={(side) => side === 'end' && read.more()}
      isPaused={read.isPaused}
    />
  );
}

function NoRequests({ read, find, changeFind }: Pick<RequestLinesProps, 'read' | 'find' | 'changeFind'>) {
  const pendingEvents = useBoard(({ board }) => board?.behind ?? 0);
  if (read.error !== null)
    return (
      <EmptyState
        urgent
        title="Requests could not be read."
        detail={visibleText(failureWords(read.error))}
        action={
          <Button variant="default" onClick={read.retry}>
            Try again
          </Button>
        }
      />
    );
  if (read.isReading) return <EmptyState title="Reading requests …" />;
  if (find !== '')
    return (
      <EmptyState
        title="No request matches."
        detail={pendingEvents > 0 ? 'Stored events are still being read: more may appear soon.' : undefined}
        action={
          <Button variant="default" onClick={() => changeFind('')}>
            Show all requests
          </Button>
        }
      />
    );
  // Some stored events are not applied yet, so it is unknown if there are requests.
  if (pendingEvents > 0) return <EmptyState title="Stored events are being read …" />;
  return (
    <EmptyState
      title="No change requests yet."
      detail="The result of each change of state or package arrives as an event, and is listed here."
    />
  );
}
