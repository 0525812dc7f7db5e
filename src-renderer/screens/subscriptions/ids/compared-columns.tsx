import { hrefOf } from '../../../address/use-address.ts';
import type { GridColumn } from '../../../grid/grid-model.ts';
import { FAILURE_DAYS } from '../../../../src-shared/domain/rows-find.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { notFoundWords } from '../../../words/id-list-words.ts';
import { namingFilter } from '../results/failures-filter.ts';
import { FailuresCell } from '../results/FailuresCell.tsx';
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
        <a href={hrefOf('subscriptions', { find: id, ...(search !== null && { search }) })}>Show</a>
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
      cell: (row) => <span className="quiet">{tab === 'twice' ? lineText(row) : row.lines[0]}</span>,
    },
    {
      id: 'id',
      title: 'Id',
      width: { share: 1, min: 170, max: 260 },
      priority: 4,
      cell: ({ id }) => (
        <bdi dir="ltr" className="mono">
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
      cell: ({ id }) => (
        <FailuresCell identifiers={[id]}>
          <a className="meta" href={hrefOf('timeline', { filter: namingFilter([id]) })}>
            events
          </a>
        </FailuresCell>
      ),
    },
  ];
}

function Near({ row }: { row: ComparedRow }) {
  const { words, near, at } = notFoundWords(row.id, row.near, row.lines);
  if (near === null) return <span className="quiet">{words}</span>;
  return (
    <span>
      <span className="quiet">{words} </span>
      <bdi dir="ltr" className="mono">
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
