/** Defines the columns of compared ids: line, id, a possible reason why it was not found, and its stored failures. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { hrefOf } from '../../../address/use-address.ts';
import type { GridColumn } from '../../../lists/grid/grid-model.ts';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { FAILURE_DAYS } from '../../../stores/subscriptions/row-failures.ts';
import { useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { notFoundWords } from '../../../words/id-list-words.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { failuresFilter, namingFilter } from '../results/failures-filter.ts';
import styles from './CompareIds.module.css';
import { type ComparedRow, lineText } from './compared-rows.ts';

export function comparedColumns(tab: 'missing' | 'found' | 'twice', search: string | null): GridColumn<ComparedRow>[] {
  const remark: GridColumn<ComparedRow> = {
    missing: {
      id: 'near',
      title: 'Most similar id',
      width: { share: 3, min: 160 },
      priority: 2,
      cell: (row: ComparedRow) => <Near row={row} />,
    },
    found: {
      id: 'row',
      title: 'Row',
      width: { share: 2, min: 90 },
      priority: 2,
      cell: ({ id }: ComparedRow) => (
        <a
          className={styles['cell-link']}
          href={hrefOf('subscriptions', { find: id, ...(search !== null && { search }) })}
        >
          Show
        </a>
      ),
    },
    twice: {
      id: 'result',
      title: 'Result',
      width: { share: 2, min: 90 },
      priority: 2,
      cell: ({ isFound }: ComparedRow) => (isFound ? 'found' : <strong>not found</strong>),
    },
  }[tab];
  return [
    {
      id: 'line',
      title: tab === 'twice' ? 'Lines' : 'Line',
      width: tab === 'twice' ? { share: 1, min: 90, max: 180 } : { px: 70 },
      priority: 3,
      align: 'end',
      cell: (row) => <span className={styles['line-number']}>{tab === 'twice' ? lineText(row) : row.lines[0]}</span>,
    },
    {
      id: 'id',
      title: 'Id',
      width: { share: 1, min: 170, max: 260 },
      priority: 4,
      cell: ({ id }) => (
        <bdi dir="ltr" className={styles['id']}>
          {visibleText(id)}
        </bdi>
      ),
    },
    remark,
    {
      id: 'events',
      title: `Failures, ${FAILURE_DAYS} days`,
      width: { px: 150 },
      priority: 1,
      align: 'end',
      cell: (row) => <Failed row={row} />,
    },
  ];
}

function Near({ row }: { row: ComparedRow }) {
  const { words, near, at } = notFoundWords(row.id, row.near, row.lines);
  if (near === null) return <span className={styles['quiet']}>{words}</span>;
  return (
    <span>
      <span className={styles['quiet']}>{words} </span>
      <bdi dir="ltr" className={styles['id']}>
        {at === -1 ? (
          visibleText(near)
        ) : (
          <>
            {visibleText(near.slice(0, at))}
            <strong>{visibleText(near.slice(at, at + 1))}</strong>
            {visibleText(near.slice(at + 1))}
          </>
        )}
      </bdi>
    </span>
  );
}

/** Requests the failures only while the row is in view. The link to the events is always there. */
function Failed({ row: { idIndex, id } }: { row: ComparedRow }) {
  const { idList } = useStores();
  useEffect(() => idList.markVisible(idIndex), [idList, idIndex]);
  const failures = useStore(idList.failures, ({ byOrdinal }) => byOrdinal.get(idIndex));
  const newest = failures?.newest[0];
  if (failures === undefined || newest === undefined)
    return (
      <span className={styles['events']}>
        <span className={styles['quiet']}>{failures === undefined ? '' : failures.isAtLeast ? '?' : '–'}</span>
        <a className={styles['quiet-link']} href={hrefOf('timeline', { filter: namingFilter([id]) })}>
          events
        </a>
      </span>
    );
  return (
    <span className={styles['events']}>
      <OutcomeMark outcome={newest.outcome === 'partial' ? 'partial' : 'failed'} />
      <a className={styles['cell-link']} href={hrefOf('timeline', { filter: failuresFilter([id]) })}>
        {numberText(failures.count)}
        {failures.isAtLeast ? '+' : ''} failed
      </a>
    </span>
  );
}
