import { failureGroupName } from '../../../src-shared/words/request-group-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { Fragment } from 'react';
import type { Board, FailureGroup } from '../../../src-shared/api/cases.ts';
import type { Author } from '../../../src-shared/domain/cases/action.ts';
import { gapReasonWords } from '../../../src-shared/words/gap-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { OwnerMark } from '../../components/case-actions/OwnerMark.tsx';
import { OverdueFor } from '../../components/DeadlineClock.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { Time } from '../../components/Time.tsx';
import { usePerson } from '../../stores/use-author.ts';
import { lengthText } from '../../time/time-text.ts';
import { plannedWords } from '../../words/coverage-words.ts';
import { ownerNumbers } from './watch-figures.ts';
import styles from './WatchPanels.module.css';
import type { DayCoverage } from './use-day-coverage.ts';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import { isOverdue } from '../../time/deadline-clock.ts';
import { gapLengthMs } from '../../time/coverage-spans.ts';

/** The user comes first, then the other owners by number of cases; unassigned cases come last. */
export function OwnersPanel({ board: { byOwner, groups } }: { board: Board }) {
  const me = usePerson();
  const place = ({ owner }: Board['byOwner'][number]) => (owner === null ? 2 : Number(owner.id !== me?.id));
  const all = byOwner.toSorted((one, other) => place(one) - place(other));
  if (all.every(({ owner }) => owner === null)) return null;
  return (
    <TitledPanel title="Owners">
      <ul className={styles['rows']}>
        {all.map((load) => {
          const { owner } = load;
          const on = groups.filter(({ owners }) => owners.some((each) => each.owner?.id === owner?.id));
          const [first] = on.toSorted((one, other) => other.open - one.open);
          const overdueSince = firstOverdueAt(owner, on);
          return (
            <li key={owner?.id ?? ''}>
              <OwnerMark owner={owner} word />
              <span className="shrinks quiet">
                {ownerNumbers(load).map(({ value, words, href }) => (
                  <Fragment key={href}>
                    <a href={href}>
                      <b>{numberText(value)}</b> {words}
                    </a>{' '}
                  </Fragment>
                ))}
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
