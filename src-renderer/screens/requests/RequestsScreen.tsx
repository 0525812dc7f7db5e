/** The address stores the filter, the open request and the filter of its resources. */
import { useCallback } from 'react';
import { parseCaseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { requestsAddress } from '../../address/screen-addresses.ts';
import { isScreenShown, useAddress } from '../../address/use-address.ts';
import { ScreenLayout } from '../../components/layout/ScreenLayout.tsx';
import { groupIn } from '../../stores/queries/case-source.ts';
import { useBoard } from '../../stores/use-stores.ts';
import { GroupPane } from '../localizations/group/GroupPane.tsx';
import { RequestPane } from './detail/RequestPane.tsx';
import { RequestFilter } from './RequestFilter.tsx';
import { RequestsOverview } from './RequestsOverview.tsx';
import { RequestLines } from './RequestLines.tsx';
import { useRequests } from './use-requests.ts';

const DETAIL_PX = 600;
/** The list of the screen has the requests of the group. */
const NO_ROWS: readonly never[] = [];

export function RequestsScreen() {
  const address = useAddress(requestsAddress);
  const { find, case: opened, resources } = address.value;
  const key = parseCaseKey(opened);
  const groupKey = groupIn(address.value.group);
  const group = useBoard(({ board }) => board?.groups.find((each) => each.key === groupKey) ?? null);
  const hasOpen = useBoard(({ board }) => board !== null && board.requests > 0);
  const requests = useRequests(address.value);
  const leaveGroup = () => address.change({ group: '', find: '' });
  const changeFind = useCallback(
    (words: string) => isScreenShown('requests') && address.change({ find: words }, { replace: true }),
    [address],
  );
  return (
    <ScreenLayout
      title="Requests"
      query={
        <RequestFilter find={find} group={groupKey} leaveGroup={leaveGroup} change={changeFind} requests={requests} />
      }
      chart={hasOpen && find === '' && groupKey === null ? <RequestsOverview /> : undefined}
      detail={
        key === null
          ? group && {
              key: group.key,
              label: 'Failure group',
              minWidthPx: DETAIL_PX,
              close: leaveGroup,
              content: (
                <GroupPane key={group.key} group={group} find={find} rows={NO_ROWS} isDetail close={leaveGroup} />
              ),
            }
          : {
              key,
              label: 'Request',
              minWidthPx: DETAIL_PX,
              close: () => address.change({ case: '', resources: '' }),
              content: (
                <RequestPane
                  caseKey={key}
                  row={requests.state.window.lines.find((row) => row.key === key) ?? null}
                  shown={resources}
                  show={(shown) => address.change({ resources: shown }, { replace: true })}
                />
              ),
            }
      }
    >
      <RequestLines
        requests={requests}
        find={find}
        opened={opened}
        open={(next) => address.change({ case: next, resources: '' }, { replace: opened !== '' })}
        isGroup={groupKey !== null}
        showAll={leaveGroup}
      />
    </ScreenLayout>
  );
}
