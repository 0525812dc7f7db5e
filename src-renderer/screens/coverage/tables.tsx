/** Gaps and sessions, newest first. */
import type { ReactNode } from 'react';
import type { Gap, Session } from '../../../src-shared/domain/coverage.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { useAppearance } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { gapLengthMs, sessionLengthMs } from '../../time/coverage-spans.ts';
import { bothZonesText, lengthText, shortTimeText, zoneText } from '../../time/time-text.ts';
import { gapReasonWords } from '../../words/outcome-words.ts';
import styles from './CoverageScreen.module.css';

/** A night of flapping makes thousands; the newest are what one acts on. */
const ROWS_SHOWN = 300;

/** Gaps, or reconnects, which are stored alike. */
export function GapTable({ title, gaps, now }: { title: string; gaps: readonly Gap[]; now: number }) {
  const zone = useAppearance((state) => state.zone);
  if (gaps.length === 0) return null;
  return (
    <Section
      title={title}
      columns={[`From (${zoneText(now, zone)})`, 'To', 'Length', 'Reason', 'Detail']}
      total={gaps.length}
    >
      {newest(gaps).map((gap) => (
        <tr key={gap.id} data-open={gap.to === null}>
          <Time at={gap.from} now={now} />
          {gap.to === null ? <td>now</td> : <Time at={gap.to} now={now} />}
          <td className={styles['figure']}>{lengthText(gapLengthMs(gap, now))}</td>
          <td>
            <span className={styles['reason']}>
              <Glyph shape="hatched" /> {gapReasonWords[gap.reason]}
            </span>
          </td>
          <Detail text={gap.detail} />
        </tr>
      ))}
    </Section>
  );
}

export function SessionTable(props: { sessions: readonly Session[]; now: number; watching: boolean }) {
  const { sessions, now, watching } = props;
  const zone = useAppearance((state) => state.zone);
  if (sessions.length === 0) return null;
  return (
    <Section
      title="Sessions"
      columns={[`From (${zoneText(now, zone)})`, 'To', 'Length', 'Ended by', 'Events']}
      total={sessions.length}
    >
      {newest(sessions).map((session) => (
        <tr key={session.id}>
          <Time at={session.from} now={now} />
          {session.to === null ? <td>now</td> : <Time at={session.to} now={now} />}
          <td className={styles['figure']}>{lengthText(sessionLengthMs(session, now, watching))}</td>
          <td>{session.reason === null ? 'Lasts' : gapReasonWords[session.reason]}</td>
          {/* Counted when it was read, and more since then. */}
          <td className={styles['figure']}>
            {session.events.toLocaleString('en-GB')}
            {session.to === null && '+'}
          </td>
        </tr>
      ))}
    </Section>
  );
}

function Section(props: { title: string; columns: readonly string[]; total: number; children: ReactNode }) {
  return (
    <section>
      <h2 className={styles['heading']}>{props.title}</h2>
      <table className={styles['table']}>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
      {props.total > ROWS_SHOWN && (
        <p className={styles['more']}>
          The newest {ROWS_SHOWN} of {props.total.toLocaleString('en-GB')}. The command “watchfloor coverage” prints
          all.
        </p>
      )}
    </section>
  );
}

function Time({ at, now }: { at: number; now: number }) {
  const zone = useAppearance((state) => state.zone);
  return <td title={bothZonesText(at)}>{shortTimeText(at, now, zone)}</td>;
}

function Detail({ text }: { text: string | null }) {
  return <td className={styles['detail']}>{text === null ? '–' : visibleText(text)}</td>;
}

function newest<T extends { from: number }>(spans: readonly T[]): T[] {
  return spans.toSorted((a, b) => b.from - a.from).slice(0, ROWS_SHOWN);
}
