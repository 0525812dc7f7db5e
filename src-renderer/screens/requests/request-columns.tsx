import { authorWords } from '../../../src-shared/domain/cases/author-name.ts';
import type { CaseSummary } from '../../../src-shared/api/cases.ts';
import { requestCounts, failedText, requestTitle } from '../../../src-shared/words/request-outcome-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { Glyph } from '../../components/Glyph.tsx';
import type { GridColumn } from '../../grid/grid-model.ts';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { ShortId } from '../../components/ShortId.tsx';
import { Time } from '../../components/Time.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { CountBar } from './CountBar.tsx';

export function requestColumns(zone: string, isPhone: boolean): readonly GridColumn<CaseSummary>[] {
  return [
    {
      id: 'outcome',
      title: 'Outcome',
      icon: <Glyph shape="ring" />,
      width: { px: 16 },
      priority: 10,
      cell: (row) => (
        <span className="row full-height">
          <OutcomeMark outcome={row.outcome} />
        </span>
      ),
    },
    { id: 'last', title: `Last (${zone})`, width: { px: 122 }, priority: 8, cell: (row) => <Last row={row} /> },
    {
      id: 'what',
      title: 'What happened',
      width: { share: 4, min: isPhone ? 128 : 272, max: 560 },
      priority: 11,
      cell: (row) => <Operation row={row} />,
    },
    {
      id: 'resources',
      title: 'Resources',
      width: { share: 2, min: 64, max: 220 },
      priority: 6,
      cell: (row) => <CountBar outcome={row.outcome} counts={requestCounts(row)} />,
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
      width: { share: 1, min: 104, max: 200 },
      priority: 5,
      cell: (row) => <Mono text={row.request?.target ?? null} />,
    },
    {
      id: 'company',
      title: 'Company',
      width: { share: 1, min: 96, max: 200 },
      priority: 7,
      cell: (row) => <Text text={row.request?.company ?? null} />,
    },
    {
      id: 'user',
      title: 'Created by',
      width: { share: 1, min: 96, max: 180 },
      priority: 4,
      cell: (row) => <Text text={row.request?.createdBy ?? null} />,
    },
    {
      id: 'owner',
      title: 'Owner',
      width: { share: 1, min: 110, max: 200 },
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
    <span className="quiet">
      <Time at={row.lastAt} />
    </span>
  );
}

function Operation({ row }: { row: CaseSummary }) {
  const words = requestTitle(row, requestCounts(row));
  return row.openedAt === null && row.outcome === 'succeeded' ? words : <span className="medium">{words}</span>;
}

function Failed({ row }: { row: CaseSummary }) {
  const counts = requestCounts(row);
  const text = failedText(counts);
  // "?" means that the number is unknown, which is different from 0.
  if (text === null || row.outcome === 'unknown') return <span className="quiet">?</span>;
  const { failed, size } = counts;
  if (failed === 0) return <span className="quiet">{text}</span>;
  return (
    <>
      <b className="failed strong">{numberText(failed ?? 0)}</b>
      {size !== null && <span className="quiet"> of {numberText(size)}</span>}
    </>
  );
}

function Mono({ text }: { text: string | null }) {
  if (text === null) return null;
  return <Untrusted as="code" className="meta mono-face" text={text} truncate="end" />;
}

function Text({ text }: { text: string | null }) {
  if (text === null) return null;
  return <Untrusted className="quiet" text={text} truncate="end" />;
}

function Owner({ row: { openedAt, ended, owner } }: { row: CaseSummary }) {
  if (openedAt !== null) return owner === null ? 'Unassigned' : <Untrusted text={authorWords(owner)} truncate="end" />;
  if (ended !== 'done') return null;
  return (
    <span className="quiet">
      Done{owner !== null && ', '}
      {owner !== null && <Untrusted text={authorWords(owner)} truncate="end" />}
    </span>
  );
}
