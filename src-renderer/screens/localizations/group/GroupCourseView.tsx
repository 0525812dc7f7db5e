/**
 * The cases of a group by the times at which they failed, as bars and as episodes, also those that have ended. Each
 * number lists exactly its cases, and filters the other bars of the group.
 */
import type { FailureGroup, GroupCourse } from '../../../../src-shared/api/cases.ts';
import { failedTerm } from '../../../../src-shared/domain/cases/case-search-terms.ts';
import { MINUTE_MS } from '../../../../src-shared/lib/durations.ts';
import { counted, numberText } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { Time } from '../../../components/Time.tsx';
import { walkLinks } from '../../../components/walk-cells.ts';
import { useWatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { useAppearance, useBoard, useStores } from '../../../stores/use-stores.ts';
import { lengthText, minuteText } from '../../../time/time-text.ts';
import { groupCount, peakWords } from '../../../words/group-words.ts';
import styles from './GroupCourseView.module.css';

const FAILED = 'failed:';

export function GroupCourseView({ group, find }: { group: FailureGroup; find: string }) {
  const { cases } = useStores().backend;
  const minute = useBoard(({ board }) => Math.floor((board?.at ?? 0) / MINUTE_MS));
  const zone = useAppearance((appearance) => appearance.zone);
  const { key, cause } = group;
  const terms = find.split(/\s+/).filter((term) => term !== '');
  const others = terms.filter((term) => !term.startsWith(FAILED));
  const { value } = useWatchQuery<GroupCourse>(
    `${key} ${others.join(' ')}`,
    ({ watch }) =>
      cases.course.query({ watch, kind: cause.kind, of: 'all', cause: key, find: others.join(' '), since: null }),
    // Reading 100 000 failures takes half a second, so events of other groups are no reason to.
    { revision: `${group.open} ${group.lastAt} ${minute}` },
  );
  if (value === null) return null;
  const { from, stepMs, counts, episodes } = value;
  const nounOf = (open: number) => groupCount({ ...group, open }).noun;
  const screen = cause.kind === 'request' ? 'requests' : 'localizations';
  const linkOf = (first: number, last: number) => {
    const term = failedTerm(first, last);
    const isChosen = terms.includes(term);
    return {
      href: hrefOf(screen, { group: key, find: [...others, ...(isChosen ? [] : [term])].join(' ') }),
      isChosen,
    };
  };
  const largest = Math.max(1, ...counts);
  const firstBar = counts.findIndex((count) => count > 0);
  return (
    <>
      <div className="pad-3">
        <ul className={styles['bars']} aria-label={`${nounOf(0)} that failed, by time`}>
          {counts.map((count, index) => {
            const at = from + index * stepMs;
            const { href, isChosen } = linkOf(at, at + stepMs - 1);
            const words = `${minuteText(at, zone)}, ${lengthText(stepMs)}: ${numberText(count)}`;
            return (
              <li key={at}>
                {count > 0 && (
                  <Tooltip label={words}>
                    <a
                      href={href}
                      aria-label={words}
                      aria-current={isChosen}
                      tabIndex={index === firstBar ? 0 : -1}
                      onKeyDown={walkLinks}
                      style={{ height: `${(count / largest) * 100}%` }}
                    >
                      {null}
                    </a>
                  </Tooltip>
                )}
              </li>
            );
          })}
        </ul>
        <p className="meta apart flex space-above-1">
          <Time at={from} precision="minute" />
          <span>{peakWords(value)}</span>
          <Time at={from + stepMs * counts.length} precision="minute" />
        </p>
      </div>
      <ul className={styles['episodes']} aria-label="Episodes">
        {episodes.map((episode) => {
          const { href, isChosen } = linkOf(episode.from, episode.to);
          return (
            <li key={episode.from}>
              <a className={styles['episode']} href={href} aria-current={isChosen}>
                <span>
                  <Time at={episode.from} precision="minute" />
                  {episode.to - episode.from >= MINUTE_MS && (
                    <>
                      {' – '}
                      <Time at={episode.to} precision="minute" />
                    </>
                  )}
                </span>
                <span className="meta">{episodeWords(episode)}</span>
                <b>{`${numberText(episode.count)} ${nounOf(episode.count)}`}</b>
              </a>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function episodeWords({ isStorm, episodes, blindMs }: GroupCourse['episodes'][number]): string {
  return [
    isStorm ? 'storm' : '',
    episodes > 1 ? counted(episodes, 'earlier episode') : '',
    blindMs > 0 ? `${lengthText(blindMs)} not watched` : '',
  ]
    .filter((text) => text !== '')
    .join(' · ');
}
