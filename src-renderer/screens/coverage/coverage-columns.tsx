/** While the page is disconnected, running values are frozen and marked as old. */
import type { ReactNode } from 'react';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { Glyph } from '../../components/Glyph.tsx';
import type { GridColumn } from '../../grid/grid-model.ts';
import { Time } from '../../components/Time.tsx';
import { Tooltip } from '../../components/overlay/Tooltip.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useAsOf, useKnownNow, useSubscriptions, useTeam, useWatchedUntil } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { heldByWords } from '../../words/team-words.ts';
import { sessionLengthMs } from '../../time/coverage-spans.ts';
import { lengthText } from '../../time/time-text.ts';
import { gapReasonWords, gapWords } from '../../../src-shared/words/gap-words.ts';
import type { Session } from '../../../src-shared/domain/coverage/coverage.ts';
import type { CoverageRow } from './coverage-lines.ts';
import styles from './CoverageScreen.module.css';
import { gapCheckOf, lastResult } from './gap/gap-check.ts';
import { gapCheckWords } from './gap/gap-check-words.ts';
import { GapLength, StillOpen } from './gap/gap-times.tsx';

export function coverageColumns(zone: string, isPhone: boolean): readonly GridColumn<CoverageRow>[] {
  return [
    {
      id: 'from',
      title: `From (${zone})`,
      width: { min: 128, fits: 168 },
      priority: 8,
      cell: (row) => <From row={row} />,
    },
    { id: 'to', title: 'To', width: { min: 176, fits: 204 }, priority: 6, cell: (row) => <To row={row} /> },
    {
      id: 'length',
      title: 'Length',
      width: { px: 92 },
      priority: 7,
      align: 'end',
      cell: (row) => <Length row={row} />,
    },
    {
      id: 'reason',
      title: 'Reason',
      // Leaves room for the time in the narrowest window.
      width: { min: isPhone ? 128 : 190, fits: 260 },
      priority: 9,
      cell: (row) => <Reason row={row} />,
    },
    { id: 'events', title: 'Events', width: { px: 72 }, priority: 4, align: 'end', cell: eventsOf },
    {
      id: 'detail',
      title: 'Detail',
      width: { share: 2, min: 200 },
      priority: 1,
      cell: (row) => <RowDetail row={row} />,
    },
    {
      id: 'inventory',
      title: 'Inventory',
      width: { px: 148 },
      priority: 5,
      align: 'end',
      cell: (row) => <Inventory row={row} />,
    },
  ];
}

/** Adds the kind of the row for screen readers: "Gap", "Planned reconnect" or "Session". */
function From({ row }: { row: CoverageRow }) {
  const isGap = row.kind === 'gap';
  return (
    <span className={styles['from']}>
      {isGap && !row.isPlanned ? <Glyph shape="hatched" /> : <span className={styles['none']} />}
      <span className="visually-hidden">{!isGap ? 'Session' : row.isPlanned ? 'Planned reconnect' : 'Gap'} </span>
      <Time at={isGap ? row.gap.from : row.session.from} />
    </span>
  );
}

function To({ row }: { row: CoverageRow }) {
  const to = row.kind === 'gap' ? row.gap.to : row.session.to;
  return to === null ? <StillOpen /> : <Time at={to} />;
}

function Length({ row }: { row: CoverageRow }) {
  if (row.kind === 'session') return <SessionLength session={row.session} />;
  const length = <GapLength gap={row.gap} />;
  return row.isPlanned ? length : <strong className="strong">{length}</strong>;
}

function SessionLength({ session }: { session: Session }) {
  return session.to === null ? <OpenSessionLength session={session} /> : lengthText(session.lengthMs);
}

function OpenSessionLength({ session }: { session: Session }) {
  return lengthText(sessionLengthMs(session, useWatchedUntil(useKnownNow())));
}

function Reason({ row }: { row: CoverageRow }): ReactNode {
  if (row.kind === 'session') return sessionEnd(row.session);
  const { gap, isPlanned } = row;
  // The row itself decides whether a lasting gap is planned; the clock does not.
  const words = gapWords(gap, isPlanned ? gap.from : Number.POSITIVE_INFINITY);
  return (
    <Tooltip label={gap.detail === null ? null : () => visibleText(gap.detail ?? '')}>
      <span>{words}</span>
    </Tooltip>
  );
}

function sessionEnd({ reason, to }: Session): ReactNode {
  if (reason !== null) return gapReasonWords[reason];
  return to === null ? <Running /> : 'The rest is not in this copy';
}

function Running() {
  return useAsOf() === null ? 'Running' : 'Was running';
}

/** The count is from the last read; "+" marks a running session that may have received more. */
function eventsOf(row: CoverageRow): ReactNode {
  if (row.kind === 'gap') return null;
  return `${numberText(row.session.events)}${row.session.to === null ? '+' : ''}`;
}

function RowDetail({ row }: { row: CoverageRow }) {
  const { detail, holder } = row.kind === 'gap' ? { ...row.gap, holder: undefined } : row.session;
  const name = useTeam(({ received }) => (holder === undefined ? null : (received?.status?.names[holder] ?? holder)));
  const held = name === null ? null : heldByWords(name);
  return <Detail text={held === null || detail === null ? (held ?? detail) : `${held} · ${detail}`} />;
}

function Inventory({ row }: { row: CoverageRow }) {
  if (row.kind === 'session') return null;
  if (row.isPlanned) return <span className="mono quiet one-line block">planned</span>;
  return row.gap.to === null ? null : <Checked gap={row.gap.id} />;
}

function Checked({ gap }: { gap: number }) {
  const words = useSubscriptions(({ searches }) => gapCheckWords(gapCheckOf(searches, gap)));
  const missed = useSubscriptions(({ searches }) => lastResult(gapCheckOf(searches, gap))?.missed ?? 0);
  const isChecked = useSubscriptions(({ searches }) => lastResult(gapCheckOf(searches, gap)) !== null);
  if (missed > 0) return <strong className="strong">{words}</strong>;
  return isChecked ? words : <span className="quiet">{words}</span>;
}

function Detail({ text }: { text: string | null }) {
  return text === null ? null : <Untrusted className="mono quiet one-line block" text={text} truncate="end" />;
}
