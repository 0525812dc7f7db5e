import { failureGroupName } from '../../../src-shared/words/request-group-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import type { FailureGroup } from '../../../src-shared/api/cases.ts';
import type { Author } from '../../../src-shared/domain/cases/action.ts';
import { gapReasonWords } from '../../../src-shared/words/gap-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { OwnerMark } from '../../components/case-actions/OwnerMark.tsx';
import { OverdueCount, OverdueFor } from '../../components/DeadlineClock.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { Time } from '../../components/Time.tsx';
import { usePerson } from '../../stores/use-author.ts';
import { lengthText } from '../../time/time-text.ts';
import { plannedWords } from '../../words/coverage-words.ts';
import { groupHref } from './group-words.ts';
import styles from './WatchPanels.module.css';
import type { DayCoverage } from './use-day-coverage.ts';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import { isOverdue, overdueCount } from '../../time/deadline-clock.ts';
import { gapLengthMs } from '../../time/coverage-spans.ts';

const MAX_CAUSES = 4;

export function TopCauses({ groups }: { groups: readonly FailureGroup[] }) {
  const largest = groups.toSorted((one, other) => other.open - one.open).slice(0, MAX_CAUSES);
  const [first] = largest;
  if (first === undefined) return null;
  return (
    <TitledPanel title="Top causes, open" label="Top causes">
      <ul className={styles['causes']}>
        {largest.map((group) => (
          <li key={group.key}>
            <a className="one-line underlines undecorated" href={groupHref(group)}>
              {failureGroupName(group)}
            </a>
            <b>{numberText(group.open)}</b>
            <span className={styles['track']} aria-hidden="true">
              <i data-outcome={group.outcome} style={{ width: `${(group.open / first.open) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </TitledPanel>
  );
}

interface OwnerLoad {
  readonly owner: Author | null;
  readonly count: number;
  readonly on: readonly FailureGroup[];
}

/** Returns the user first, then the other owners by number of cases, unassigned last; each owner's groups by size. */
function ownerLoads(groups: readonly FailureGroup[], me: Author | null): readonly OwnerLoad[] {
  const byId = new Map<string | null, OwnerLoad>();
  for (const group of groups)
    for (const { owner, count } of group.owners) {
      const before = byId.get(owner?.id ?? null);
      const on = [...(before?.on ?? []), group].toSorted((one, other) => other.open - one.open);
      byId.set(owner?.id ?? null, { owner, count: count + (before?.count ?? 0), on });
    }
  const place = ({ owner }: OwnerLoad) => (owner === null ? 2 : Number(owner.id !== me?.id));
  return [...byId.values()].toSorted((one, other) => place(one) - place(other) || other.count - one.count);
}

export function OwnersPanel({ groups }: { groups: readonly FailureGroup[] }) {
  const all = ownerLoads(groups, usePerson());
  if (all.every(({ owner }) => owner === null)) return null;
  return (
    <TitledPanel title="Owners" note={<OverdueCount count={overdueCount(groups)} />}>
      <ul className={styles['rows']}>
        {all.map(({ owner, count, on }) => {
          const [first] = on;
          const overdueSince = firstOverdueAt(owner, on);
          return (
            <li key={owner?.id ?? ''}>
              <OwnerMark owner={owner} word />
              <b>{numberText(count)}</b>
              <span className="one-line quiet">
                {overdueSince !== null && <OverdueFor since={overdueSince} />}
                {overdueSince !== null && owner !== null && ' · '}
                {owner !== null && first !== undefined && failureGroupName(first)}
                {owner === null && overdueSince === null && 'not taken yet'}
              </span>
            </li>
          );
        })}
      </ul>
    </TitledPanel>
  );
}

/** UTC epoch ms of the earliest missed deadline of an owner; null if there is none. Only cases without one can be late to take. */
function firstOverdueAt(owner: Author | null, groups: readonly FailureGroup[]): number | null {
  const missed = groups.filter(isOverdue).flatMap(({ deadline }) => deadline ?? []);
  const own = missed.filter(({ kind }) => kind === 'end' || owner === null);
  return own.length === 0 ? null : Math.min(...own.map(({ at }) => at));
}

const MAX_GAPS = 6;

export function WatchedPanel({ coverage }: { coverage: DayCoverage }) {
  const { day, gaps, now } = coverage;
  const planned = plannedWords(day);
  return (
    <TitledPanel title="Watched, 24 h" label="Watched" note={lengthText(day.watchedMs)}>
      <ul className={styles['gaps']}>
        {gaps.slice(0, MAX_GAPS).map((gap) => (
          <li key={gap.id}>
            <a className="hovers" href={hrefOf('coverage', { gap: gap.id })}>
              <Glyph shape="hatched" />
              <b>{lengthText(gapLengthMs(gap, now))}</b>
              <Time at={gap.from} />
              <span className="quiet">{gapReasonWords[gap.reason]}</span>
            </a>
          </li>
        ))}
        {gaps.length === 0 && <li className={styles['remark']}>No gap.</li>}
        {planned !== null && <li className={styles['remark']}>{planned}</li>}
      </ul>
    </TitledPanel>
  );
}
