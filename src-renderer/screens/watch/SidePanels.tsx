import { numberText } from '../../../src-shared/words/store-words.ts';
import type { FailureGroup } from '../../../src-shared/api/cases.ts';
import type { Author } from '../../../src-shared/domain/cases/action.ts';
import { gapReasonWords } from '../../../src-shared/words/gap-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { OwnerMark } from '../../components/case-actions/OwnerMark.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { Time } from '../../components/Time.tsx';
import { lengthText } from '../../time/time-text.ts';
import { plannedWords } from '../../words/coverage-words.ts';
import { groupHref } from './group-words.ts';
import { groupName } from './group-words.ts';
import styles from './WatchPanels.module.css';
import type { DayCoverage } from './use-day-coverage.ts';

const MAX_CAUSES = 4;

export function TopCauses({ groups }: { groups: readonly FailureGroup[] }) {
  const largest = groups.toSorted((one, other) => other.open - one.open).slice(0, MAX_CAUSES);
  const [first] = largest;
  if (first === undefined) return null;
  return (
    <section className="panel shrinks" aria-label="Top causes">
      <h3 className={styles['head']}>Top causes, open</h3>
      <ul className={styles['causes']}>
        {largest.map((group) => (
          <li key={group.key}>
            <a className="one-line underlines undecorated" href={groupHref(group)}>
              {groupName(group)}
            </a>
            <b>{numberText(group.open)}</b>
            <span className={styles['track']} aria-hidden="true">
              <i data-outcome={group.outcome} style={{ width: `${(group.open / first.open) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OwnerLoad {
  readonly owner: Author | null;
  readonly count: number;
  readonly on: readonly FailureGroup[];
}

/** Returns the owners by number of cases, unassigned last; each owner's groups are sorted by size. */
function ownerLoads(groups: readonly FailureGroup[]): readonly OwnerLoad[] {
  const byId = new Map<string | null, OwnerLoad>();
  for (const group of groups)
    for (const { owner, count } of group.owners) {
      const before = byId.get(owner?.id ?? null);
      const on = [...(before?.on ?? []), group].toSorted((one, other) => other.open - one.open);
      byId.set(owner?.id ?? null, { owner, count: count + (before?.count ?? 0), on });
    }
  return [...byId.values()].toSorted(
    (one, other) => Number(one.owner === null) - Number(other.owner === null) || other.count - one.count,
  );
}

export function OwnersPanel({ groups, now }: { groups: readonly FailureGroup[]; now: number }) {
  const all = ownerLoads(groups);
  if (all.every(({ owner }) => owner === null)) return null;
  const waiting = groups.filter(({ waitingSince }) => waitingSince !== null);
  return (
    <section className="panel shrinks" aria-label="Owners">
      <h3 className={styles['head']}>
        Owners
        {waiting.length > 0 && (
          <span>{waiting.length === 1 ? '1 waits too long' : `${waiting.length} wait too long`}</span>
        )}
      </h3>
      <ul className={styles['rows']}>
        {all.map(({ owner, count, on }) => {
          const [first] = on;
          const oldestWaiting = Math.min(...on.flatMap(({ waitingSince }) => waitingSince ?? []));
          return (
            <li key={owner?.id ?? ''}>
              <OwnerMark owner={owner} word />
              <b>{numberText(count)}</b>
              <span className="one-line quiet">
                {owner === null
                  ? 'not taken yet'
                  : `${Number.isFinite(oldestWaiting) ? `waiting ${lengthText(now - oldestWaiting)} · ` : ''}${
                      first === undefined ? '' : groupName(first)
                    }`}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const MAX_GAPS = 6;

export function WatchedPanel({ coverage }: { coverage: DayCoverage }) {
  const { day, gaps, now } = coverage;
  const planned = plannedWords(day);
  return (
    <section className="panel shrinks" aria-label="Watched">
      <h3 className={styles['head']}>
        Watched, 24 h <span>{lengthText(day.watchedMs)}</span>
      </h3>
      <ul className={styles['gaps']}>
        {gaps.slice(0, MAX_GAPS).map((gap) => (
          <li key={gap.id}>
            <a className="hovers" href={hrefOf('coverage', { gap: gap.id })}>
              <Glyph shape="hatched" />
              <b>{lengthText(gap.lengthMs ?? now - gap.from)}</b>
              <Time at={gap.from} />
              <span className="one-line quiet">{gapReasonWords[gap.reason]}</span>
            </a>
          </li>
        ))}
        {gaps.length === 0 && <li className={styles['remark']}>No gap.</li>}
        {planned !== null && <li className={styles['remark']}>{planned}</li>}
      </ul>
    </section>
  );
}
