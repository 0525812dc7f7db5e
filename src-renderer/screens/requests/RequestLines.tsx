import { useMemo } from 'react';
import type { CaseSummary } from '../../../src-shared/api/cases.ts';
import { EmptyState, FailedState } from '../../components/EmptyState.tsx';
import { FoundElsewhere } from '../../components/ids/FoundElsewhere.tsx';
import { GridList } from '../../grid/GridList.tsx';
import type { GridItem } from '../../grid/grid-model.ts';
import { useListCursor } from '../../grid/use-list-cursor.ts';
import { useAppearance, useBoard, useStores } from '../../stores/use-stores.ts';
import { PHONE, useMediaQuery } from '../../theme/use-media-query.ts';
import { zoneText } from '../../time/time-text.ts';
import { requestColumns } from './request-columns.tsx';
import { REQUESTS_GRID, type Requests } from './use-requests.ts';
import { searchedWords } from '../../words/searched-words.ts';

interface RequestLinesProps {
  readonly requests: Requests;
  readonly find: string;
  readonly opened: string;
  readonly open: (key: string) => void;
  /** True if only the open requests of a group are listed. */
  readonly isGroup: boolean;
  readonly showAll: () => void;
}

export function RequestLines({ requests, find, opened, open, isGroup, showAll }: RequestLinesProps) {
  const stores = useStores();
  const zone = useAppearance((appearance) => appearance.zone);
  const zoneName = zoneText(stores.now(), zone);
  const isPhone = useMediaQuery(PHONE);
  const columns = useMemo(() => requestColumns(zoneName, isPhone), [zoneName, isPhone]);
  const { list, state, rows, isOutdated } = requests;
  const items = useMemo(() => rows.map((row): GridItem<CaseSummary> => ({ kind: 'row', key: row.key, row })), [rows]);
  const openedKey = opened === '' ? null : opened;
  const { cursor, setCursor, attend } = useListCursor(list, items, openedKey);
  return (
    <div className="full-height" data-stale={isOutdated}>
      <GridList
        name={REQUESTS_GRID}
        noun="request"
        items={items}
        cursor={cursor}
        setCursor={setCursor}
        opened={openedKey}
        open={(key) => {
          setCursor(key);
          open(key);
        }}
        label="Requests, newest first"
        columns={columns}
        total={isOutdated ? null : state.window.total}
        hidesStatusLine
        placeholder={<NoRequests requests={requests} find={find} isGroup={isGroup} showAll={showAll} />}
        onInteraction={attend}
        onPointerMove={() => list.pointerMoved()}
        onNear={list.extend}
        isPaused={state.hold.kind === 'held'}
      />
    </div>
  );
}

function NoRequests({ requests, find, isGroup, showAll }: Omit<RequestLinesProps, 'opened' | 'open'>) {
  const { list, state } = requests;
  const pendingEvents = useBoard(({ board }) => board?.behind ?? 0);
  if (state.phase.kind === 'failed')
    return <FailedState title="Requests could not be read." error={state.phase.error} retry={() => list.retry()} />;
  if (state.phase.kind !== 'ready') return <EmptyState title="Reading requests …" />;
  const pending = pendingEvents > 0 ? 'Stored events are still being read: more may appear soon.' : '';
  if (find !== '' || isGroup)
    return (
      <EmptyState
        title={find === '' ? 'No request of this group is open.' : 'No request matches.'}
        action={find !== '' && <FoundElsewhere find={find} />}
        detail={[searchedWords(find, 'words'), pending].filter((text) => text !== '').join(' ') || undefined}
        button={{ name: 'Show all requests', run: showAll }}
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
