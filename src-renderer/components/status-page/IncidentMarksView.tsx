/** Marks incidents of the provider's status page on the coverage strip, as bars along its lower edge. */
import { useState } from 'react';
import { incidentLine, statusPageWords } from '../../../src-shared/words/provider/incident-words.ts';
import { knownUntil } from '../../../src-shared/domain/coverage/incident-span.ts';
import { hrefOf } from '../../address/use-address.ts';
import { useAppearance } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { ianaZone } from '../../time/zoned-time.ts';
import { Tooltip } from '../overlay/Tooltip.tsx';
import styles from './IncidentMarks.module.css';
import { useStatusPage } from './use-status-page.ts';

/** @param props the span of the strip, and now, UTC epoch ms */
export function IncidentMarksView({ from, to, now }: { from: number; to: number; now: number }) {
  const page = useStatusPage('strip', { from, to });
  const zone = useAppearance((state) => state.zone);
  const [active, setActive] = useState(0);
  if (page === null) return null;
  const { incidents } = statusPageWords(page, now, ianaZone(zone));
  const share = (at: number) => `${((Math.min(to, Math.max(from, at)) - from) / (to - from)) * 100}%`;
  const marks = page.incidents.flatMap((incident, index) => {
    const words = incidents[index];
    const until = knownUntil(incident, page);
    if (words === undefined || incident.from > to || until < from) return [];
    const label = visibleText(`Provider’s status page: ${incidentLine(words)}`);
    return [{ id: incident.id, left: share(incident.from), right: share(until), label }];
  });
  const focused = Math.min(active, marks.length - 1);

  function move(mark: HTMLElement, by: number): void {
    const next = Math.min(marks.length - 1, Math.max(0, focused + by));
    setActive(next);
    mark.parentElement?.querySelectorAll('a')[next]?.focus();
  }

  return (
    <div className={styles['marks']}>
      {marks.map(({ id, left, right, label }, index) => (
        <Tooltip key={id} label={label}>
          <a
            className={styles['mark']}
            style={{ left: `min(${left}, 100% - 6px)`, width: `calc(${right} - ${left})` }}
            href={hrefOf('coverage')}
            aria-label={label}
            tabIndex={index === focused ? 0 : -1}
            onKeyDown={(event) => {
              if (event.key === 'ArrowLeft') move(event.currentTarget, -1);
              if (event.key === 'ArrowRight') move(event.currentTarget, 1);
            }}
          />
        </Tooltip>
      ))}
    </div>
  );
}
