import { isOutcome } from '../../../src-shared/domain/event/outcomes.ts';
import { ArrowRight, CircleCheck, FileText, Monitor } from 'lucide-react';
import type { ReactNode } from 'react';
import { counted } from '../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { CommandKeys } from '../../components/CommandKeys.tsx';
import { ButtonLink } from '../../components/controls/Button.tsx';
import { OverdueButton } from '../../components/DeadlineClock.tsx';
import { LastReported } from '../../components/LastReported.tsx';
import { Glyph, type GlyphShape } from '../../components/Glyph.tsx';
import { useAppearance, useAway, useBoard, useLastHeartbeatAt, useNow, useSignal } from '../../stores/use-stores.ts';
import { fixedSpan } from '../../time/report-span.ts';
import { ageText, clockText, lengthText, zoneText } from '../../time/time-text.ts';
import { openSpan } from '../../words/group-words.ts';
import { isOfWriter } from '../../words/signal-words.ts';
import { groupHref } from './group-words.ts';
import type { DayCoverage } from './use-day-coverage.ts';
import { notProcessed, type WatchSummary, summaryMark, summarySentence } from './watch-summary.ts';
import styles from './SummaryLine.module.css';
import { useTimeText } from '../../stores/use-time-text.ts';

interface SummaryLineProps {
  readonly summary: WatchSummary;
  readonly coverage: DayCoverage | null;
  readonly showOverdue: () => void;
}

export function SummaryLine({ summary, coverage, showOverdue }: SummaryLineProps) {
  const sentence = summarySentence(summary, useTimeText());
  return (
    <div className={styles['verdict']}>
      <Mark mark={summaryMark(summary)} />
      <div className="fill">
        <h2 className={styles['sentence']}>{sentence}</h2>
        <p className={styles['about']}>
          <SummaryDetails summary={summary} coverage={coverage} showOverdue={showOverdue} />
          <ReadBefore />
        </p>
        {/* Read aloud only when the sentence changes, not every second. */}
        <output className="visually-hidden">{sentence}</output>
      </div>
      <span className="row fixed gap-2">
        <ButtonLink className="wide-only" variant="subtle" icon={Monitor} href={wallHref()}>
          Wall view
        </ButtonLink>
        {summary.kind === 'needs' ? (
          <ButtonLink href={groupHref(summary.worst)} variant="filled" rightSection={<CommandKeys id="watch.worst" />}>
            Open the worst
          </ButtonLink>
        ) : (
          <ButtonLink icon={FileText} href={hrefOf('report')}>
            Shift report
          </ButtonLink>
        )}
      </span>
    </div>
  );
}

export function wallHref(): string {
  return `?wall${hrefOf('watch')}`;
}

function Mark({ mark }: { mark: ReturnType<typeof summaryMark> }) {
  if (mark === 'calm') return <CircleCheck className={styles['mark']} data-mark="calm" aria-hidden="true" />;
  return (
    <span className={styles['mark']} data-mark={mark} data-outcome={isOutcome(mark) ? mark : undefined}>
      <Glyph shape={SHAPES[mark]} />
    </span>
  );
}

const SHAPES: Readonly<Record<Exclude<ReturnType<typeof summaryMark>, 'calm'>, GlyphShape>> = {
  failed: 'triangle',
  partial: 'half-triangle',
  unknown: 'question',
  succeeded: 'dot',
  'in-progress': 'quarter',
  blind: 'hatched',
  none: 'ring',
};

function SummaryDetails({ summary, coverage, showOverdue }: SummaryLineProps): ReactNode {
  const watched = coverage === null ? '' : `Watched ${lengthText(coverage.day.watchedMs)} of 24 h.`;
  switch (summary.kind) {
    case 'calm':
      return (
        <>
          {watched} <Checked />
        </>
      );
    case 'muted':
      return (
        <>
          {`${counted(summary.groups, 'muted group')} below. ${watched} `}
          <OpenAge />
        </>
      );
    case 'needs': {
      const { groups, unassigned, overdue, behind } = summary;
      const unassignedText =
        unassigned === 0 ? 'all assigned' : unassigned === groups ? 'none assigned' : `${unassigned} unassigned`;
      return (
        <>
          {`${counted(groups, 'group')} ${groups === 1 ? 'needs' : 'need'} attention, ${unassignedText}`}
          {overdue > 0 && (
            <>
              {', '}
              <OverdueButton count={overdue} show={showOverdue} />
            </>
          )}
          {`. ${notProcessedText(behind)}${watched} `}
          <OpenAge />
        </>
      );
    }
    case 'not-known':
      return <UnknownSummary summary={summary} />;
    default:
      return null;
  }
}

function UnknownSummary({ summary }: { summary: Extract<WatchSummary, { kind: 'not-known' }> }) {
  const { cause, since, behind } = summary;
  const timeText = useTimeText({ zoned: true });
  const signal = useSignal();
  // A viewer waits until its user takes over.
  const isViewerAlone = 'cause' in signal && signal.cause !== null && isOfWriter(signal.cause);
  if (cause === 'reading') return null;
  if (cause === 'behind') return 'Failures are shown when they are processed.';
  const asOf = since === null || behind > 0 ? 'older' : `as of ${timeText(since)}`;
  const retryText = cause === 'not-listening' && !isViewerAlone ? ' Watchfloor keeps trying by itself.' : '';
  return (
    <>
      {notProcessedText(behind)}Everything below is {asOf} and can still be read
      {cause === 'stopped' ? '' : ' and worked on'}.{retryText} <a href={hrefOf('coverage')}>See coverage</a>
    </>
  );
}

/** Returns an empty text, or a sentence with a space after it. */
function notProcessedText(behind: number): string {
  return behind === 0 ? '' : `${notProcessed(behind)} `;
}

function OpenAge() {
  const board = useBoard((state) => state.board);
  return (
    <>
      <LastReported {...openSpan(board, null)} />.
    </>
  );
}

/** A separate component, because it renders every second. */
function Checked() {
  const zone = useAppearance((state) => state.zone);
  const signal = useSignal();
  const now = useNow();
  const lastHeartbeatAt = useLastHeartbeatAt();
  const beat = signal.kind === 'watching' ? lastHeartbeatAt : null;
  const after = beat === null ? '' : `, ${ageText(now - beat)} after the last heartbeat`;
  return <>{`Last checked ${clockText(now, zone)} ${zoneText(now, zone)}${after}.`}</>;
}

/** Keeps a link to the summary of an absence after the user dismissed it. */
function ReadBefore() {
  const read = useAway((state) => state.read);
  if (read === null) return null;
  return (
    <>
      {' '}
      <a href={hrefOf('report', { span: fixedSpan(read) })}>
        Since you left <ArrowRight size={12} aria-hidden="true" />
      </a>
    </>
  );
}
