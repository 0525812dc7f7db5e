/** Lines that are not events: folded heartbeats, and gaps. */
import { Activity, ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Gap } from '../../../src-shared/domain/coverage/coverage.ts';
import { counted, numberText } from '../../../src-shared/words/store-words.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { Time } from '../../components/Time.tsx';
import { signalName } from '../../signal.ts';
import type { HeartbeatsLine as Beats } from '../../stores/timeline/timeline-lines.ts';
import { useIsHidden } from '../../rules/use-page-rules.ts';
import { useNow, useSubscriptions } from '../../stores/use-stores.ts';
import { ageText, lengthText } from '../../time/time-text.ts';
import { gapReasonWords } from '../../../src-shared/words/gap-words.ts';
import { gapCheckOf } from '../coverage/gap/gap-check.ts';
import { gapCheckWords } from '../coverage/gap/gap-check-words.ts';
import type { UnwatchedSignal } from './list-status.ts';
import styles from './non-event-rows.module.css';

export function HeartbeatsRow({ line }: { line: Beats }) {
  const { count, oldest, newest, unfolded } = line;
  const hidden = unfolded === null ? 0 : count - unfolded.length;
  return (
    <span className="row gap-3 ellipsis quiet">
      <span className={styles['mark']}>
        <Activity size={13} aria-hidden="true" />
      </span>
      <span>{count === 1 ? 'Heartbeat' : `Heartbeats × ${numberText(count)}`}</span>
      <span className="quiet fixed">
        {count > 1 && (
          <span className="roomy-only">
            <Time at={oldest.at} date="when-not-today" /> –{' '}
          </span>
        )}
        <Time at={newest.at} date="when-not-today" zoned />
      </span>
      <FoldMark isUnfolded={unfolded !== null} />
      {hidden > 0 && <span>the newest {numberText(unfolded?.length ?? 0)} are listed</span>}
    </span>
  );
}

function FoldMark({ isUnfolded }: { isUnfolded: boolean }) {
  const Arrow = isUnfolded ? ChevronDown : ChevronRight;
  return <Arrow size={13} aria-label={isUnfolded ? 'unfolded' : 'folded'} />;
}

/** @param gaps consecutive gaps, newest first, one per reason */
export function ClosedGap({ gaps }: { gaps: readonly Gap[] }) {
  const [newest] = gaps;
  if (newest === undefined) return null;
  const reasons = new Set(gaps.map(({ reason }) => gapReasonWords[reason]));
  return (
    <GapLine>
      <strong className="strong ellipsis">Not watched</strong>
      <span>{lengthText(totalLengthMs(gaps))}</span>
      <GapsExtent gaps={gaps} />
      <span className="ellipsis quiet">{[...reasons].toReversed().join(', then ')}</span>
      <GapCheckStatus gap={newest.id} />
    </GapLine>
  );
}

/** Several gaps with none of the listed events between them. `count` counts their lines. */
export function GapsRow({ gaps, count, isUnfolded }: { gaps: readonly Gap[]; count: number; isUnfolded: boolean }) {
  return (
    <GapLine>
      <strong className="strong ellipsis">Not watched</strong>
      <span>
        {counted(count, 'gap')}, {lengthText(totalLengthMs(gaps))}
      </span>
      <GapsExtent gaps={gaps} />
      <FoldMark isUnfolded={isUnfolded} />
    </GapLine>
  );
}

function GapsExtent({ gaps }: { gaps: readonly Gap[] }) {
  const [to, from] = [gaps[0]?.to ?? null, gaps.at(-1)?.from ?? 0];
  return (
    <span className="quiet fixed">
      <Time at={from} date="when-not-today" />
      {to !== null && (
        <span className="roomy-only">
          {' – '}
          <Time at={to} date="when-not-today" zoned />
        </span>
      )}
    </span>
  );
}

function totalLengthMs(gaps: readonly Gap[]): number {
  return gaps.reduce((sum, gap) => sum + (gap.lengthMs ?? 0), 0);
}

function GapCheckStatus({ gap }: { gap: number }) {
  const isHidden = useIsHidden('check-inventory');
  const words = useSubscriptions(({ searches }) => {
    const check = gapCheckOf(searches, gap);
    return check.kind === 'not-loaded' || check.kind === 'not-checked' ? null : gapCheckWords(check);
  });
  if (words === null)
    return isHidden ? null : <span className="small fixed to-end link-button roomy-only">Check inventory</span>;
  return <span className="small fixed to-end roomy-only">{words}</span>;
}

/** The ongoing gap, shown above the newest line. Updates its length itself. */
export function OpenGap({ unwatched }: { unwatched: UnwatchedSignal }) {
  return (
    <GapLine lasts>
      <strong className="strong ellipsis">
        {signalName(unwatched)} since <Time at={unwatched.since} date="when-not-today" zoned />
      </strong>
      <span>
        <Length since={unwatched.since} />
      </span>
      <span className="ellipsis quiet">rows below are older; events sent now may be missing</span>
    </GapLine>
  );
}

/** A gap that was ongoing when the page lost its connection; it may have ended since. */
export function LastKnownGap({ since, asOf }: { since: number; asOf: number }) {
  return (
    <GapLine lasts>
      <strong className="strong ellipsis">
        Not watching since <Time at={since} date="when-not-today" zoned />
      </strong>
      <span className="ellipsis quiet">
        unknown since <Time at={asOf} date="when-not-today" zoned />
      </span>
    </GapLine>
  );
}

function GapLine({ lasts = false, children }: { lasts?: boolean; children: ReactNode }) {
  return (
    <span className={styles['gap']} data-lasts={lasts}>
      <span className={styles['mark']}>
        <Glyph shape="hatched" />
      </span>
      {children}
    </span>
  );
}

function Length({ since }: { since: number }) {
  return ageText(useNow() - since);
}
