import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { GapFindings } from '../../../../src-shared/api/searches.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useAppearance } from '../../../stores/use-stores.ts';
import { dayText, zoneText } from '../../../time/time-text.ts';
import styles from './GapPane.module.css';

type MatchedRow = GapFindings['met'][number];
type Row = GapFindings['missed'][number] | MatchedRow;
interface Group {
  readonly kind: 'missed' | 'unnamed' | 'met';
  readonly rows: readonly Row[];
  /** Total, including rows that the findings do not list. */
  readonly total: number;
  readonly words: string;
}

/** Rows of each kind before the user expands the others. */
const INITIAL_ROWS = 6;

export function FindingsTable({ findings }: { findings: GapFindings }) {
  const { search, from, to, counts, missed, met, unnamed } = findings;
  const zone = useAppearance((state) => state.zone);
  if (counts.changed === 0) return null;
  const groups: readonly Group[] = [
    { kind: 'missed', rows: missed, total: counts.missed, words: 'possibly missed' },
    { kind: 'unnamed', rows: unnamed, total: counts.unnamed, words: 'not comparable' },
    { kind: 'met', rows: met, total: counts.met, words: 'with an event' },
  ];
  const date = dayText(from, zone) === dayText(to, zone) ? 'never' : 'always';
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">Subscription</th>
          <th scope="col">Changed ({zoneText(to, zone)})</th>
          <th scope="col">Event</th>
        </tr>
      </thead>
      {groups.map((group) => (
        <GroupRows key={group.kind} group={group} search={search} date={date} />
      ))}
    </table>
  );
}

function GroupRows({ group, search, date }: { group: Group; search: string; date: 'never' | 'always' }) {
  const { kind, rows, total, words } = group;
  const [isOpen, setOpen] = useState(false);
  // Hiding a single row saves nothing, because the "more" line takes as much space.
  const shown = isOpen || rows.length <= INITIAL_ROWS + 1 ? rows : rows.slice(0, INITIAL_ROWS);
  const hidden = rows.length - shown.length;
  const unlisted = total - rows.length;
  if (rows.length === 0) return null;
  return (
    <tbody data-kind={kind}>
      {shown.map((row) => (
        <tr key={row.ordinal}>
          <th scope="row">
            <a href={hrefOf('subscriptions', { search, row: row.ordinal })}>
              {row.id === null ? `row ${numberText(row.ordinal)}` : <Untrusted text={row.id} truncate="end" />}
            </a>
          </th>
          <td>{row.changedAt === null ? 'no time' : <Time at={row.changedAt} date={date} precision="millis" />}</td>
          <td>{'seq' in row ? <Event row={row} /> : kind === 'missed' ? 'none' : words}</td>
        </tr>
      ))}
      {(hidden > 0 || unlisted > 0) && (
        <tr className={styles['more']}>
          <td colSpan={3}>
            {hidden > 0 ? (
              <button type="button" className="row quiet gap-1" onClick={() => setOpen(true)}>
                <ChevronRight size={14} aria-hidden="true" />
                {numberText(total - shown.length)} more {words}
              </button>
            ) : (
              `${numberText(unlisted)} more ${words} are in the search`
            )}
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** Links the event that names the subscription and is closest to its change. */
function Event({ row }: { row: MatchedRow }) {
  return (
    <a className="inline-row gap-2" href={hrefOf('timeline', { event: row.seq, around: row.seq })}>
      <Time at={row.receivedAt} date="never" />
      {row.outcome !== null && <OutcomeMark outcome={row.outcome} />}
    </a>
  );
}
