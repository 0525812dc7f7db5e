/**
 * Connectivity change requests: what came of each, from its counters and resources, and one of them in full. The address
 * says which are shown, which is open, and which of its resources.
 */
import { useCallback } from 'react';
import { readCaseKey } from '../../../src-shared/domain/case-keys.ts';
import { requestsAddress } from '../../address/screen-addresses.ts';
import { isShown, useAddress } from '../../address/use-address.ts';
import { ScreenLayout } from '../../frame/ScreenLayout.tsx';
import { RequestPane } from './detail/RequestPane.tsx';
import { RequestFilter } from './RequestFilter.tsx';
import { RequestLines } from './RequestLines.tsx';
import { useRequestList } from './use-request-list.ts';

/** As wide as its resources need to show their ids whole. */
const DETAIL_PX = 600;

export function RequestsScreen() {
  const address = useAddress(requestsAddress);
  const { find, case: opened, resources } = address.value;
  const key = readCaseKey(opened);
  const read = useRequestList(find, key !== null);
  const changeFind = useCallback(
    (words: string) => isShown('requests') && address.change({ find: words }, { replace: true }),
    [address],
  );
  return (
    <ScreenLayout
      title="Requests"
      query={
        <RequestFilter
          find={find}
          change={changeFind}
          counts={read.counts}
          waiting={read.list.waiting}
          isHeld={read.isHeld}
          show={read.show}
        />
      }
      detail={
        key === null
          ? null
          : {
              key,
              label: 'Request',
              leastPx: DETAIL_PX,
              close: () => address.change({ case: '', resources: '' }),
              content: (
                <RequestPane
                  of={key}
                  row={read.list.rows.find((row) => row.key === key) ?? null}
                  shown={resources}
                  show={(shown) => address.change({ resources: shown }, { replace: true })}
                  onRead={read.put}
                />
              ),
            }
      }
    >
      <RequestLines
        read={read}
        find={find}
        opened={opened}
        open={(next) => address.change({ case: next, resources: '' }, { replace: opened !== '' })}
        changeFind={changeFind}
      />
    </ScreenLayout>
  );
}
