/** What stands in the line of a request: words first, then how much of it failed. */
import type { CaseSummary } from '../../../src-shared/api/cases.ts';
import { countsOf, failedText, requestTitle } from '../../../src-shared/words/request-outcome-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { Glyph } from '../../components/Glyph.tsx';
import type { GridColumn } from '../../components/grid/grid-model.ts';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { ShortId } from '../../components/ShortId.tsx';
import { Time } from '../../components/Time.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { CountBar } from './CountBar.tsx';
import styles from './Requests.module.css';

/** @param zone its name, for the head: `UTC` */
export function requestColumns(zone: string): readonly GridColumn<CaseSummary>[] {
  return [
    {
      id: 'outcome',
      title: 'Outcome',
      icon: <Glyph shape="ring" />,
      width: { px: 16 },
      priority: 10,
      cell: (row) => (
        <span className={styles['mark']}>
          <OutcomeMark outcome={row.outcome} />
        </span>
      ),
    },
    { id: 'last', title: `Last (${zone})`, width: { px: 96 }, priority: 8, cell: (row) => <Last row={row} /> },
    {
      id: 'what',
      title: 'What happened',
      width: { share: 4, least: 272, most: 560 },
      priority: 11,
      cell: (row) => <What row={row} />,
    },
    {
      id: 'resources',
      title: 'Resources',
      width: { share: 2, least: 64, most: 220 },
      priority: 6,
      cell: (row) => <CountBar outcome={row.outcome} counts={countsOf(row)} />,
    },
    {
      id: 'failed',
      title: 'Failed',
      width: { px: 100 },
      priority: 9,
      align: 'end',
      cell: (row) => <Failed row={row} />,
    },
    {
      id: 'target',
      title: 'Target',
      width: { share: 1, least: 104, most: 200 },
      priority: 5,
      cell: (row) => <Mono text={row.request?.target ?? null} />,
    },
    {
      id: 'by',
      title: 'Created by',
      width: { share: 1, least: 96, most: 180 },
      priority: 4,
      cell: (row) => <Text text={row.request?.createdBy ?? null} />,
    },
    {
      id: 'owner',
      title: 'Owner',
      width: { share: 1, least: 110, most: 200 },
      priority: 3,
      cell: (row) => <Owner row={row} />,
    },
    {
      id: 'request',
      title: 'Request',
      width: { px: 150 },
      priority: 2,
      isOptional: true,
      cell: ({ requestId }) => (requestId === null ? null : <ShortId value={requestId} name="Request" />),
    },
  ];
}

function Last({ row }: { row: CaseSummary }) {
  return (
    <span className={styles['quiet']}>
      <Time at={row.lastAt} />
    </span>
  );
}

function What({ row }: { row: CaseSummary }) {
  const words = requestTitle(row, countsOf(row));
  return row.openedAt === null && row.outcome === 'succeeded' ? words : <span className={styles['loud']}>{words}</span>;
}

function Failed({ row }: { row: CaseSummary }) {
  const counts = countsOf(row);
  const text = failedText(counts);
  // Not one of them, and not known: two things.
  if (text === null || row.outcome === 'unknown') return <span className={styles['quiet']}>?</span>;
  const { failed, size } = counts;
  if (failed === 0) return <span className={styles['quiet']}>{text}</span>;
  return (
    <>
      <b className={styles['failed']}>{numberText(failed ?? 0)}</b>
      {size !== null && <span className={styles['quiet']}> of {numberText(size)}</span>}
    </>
  );
}

function Mono({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <code className={styles['mono']}>
      <Untrusted text={text} lose="end" />
    </code>
  );
}

function Text({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <span className={styles['quiet']}>
      <Untrusted text={text} lose="end" />
    </span>
  );
}

/** Whose it is: of one that needs nobody, nothing, or who said that it is done. */
function Owner({ row: { openedAt, ended, owner } }: { row: CaseSummary }) {
  if (openedAt !== null) return owner === null ? 'Nobody’s' : <Untrusted text={owner.name} lose="end" />;
  if (ended !== 'done') return null;
  return (
    <span className={styles['quiet']}>
      Done{owner !== null && ', '}
      {owner !== null && <Untrusted text={owner.name} lose="end" />}
    </span>
  );
}
