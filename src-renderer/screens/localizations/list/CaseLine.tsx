/** A case in the list: its mark, the last digits of its EID, country, attempt and time. */
import type { CaseSummary } from '../../../../src-shared/api/cases.ts';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { OwnerMark } from '../../../components/case-actions/OwnerMark.tsx';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { shortIdParts } from '../../../text/short-id.ts';
import { visibleText } from '../../../text/visible-text.ts';
import styles from './CaseList.module.css';

interface CaseLineProps {
  readonly row: CaseSummary;
  readonly lineKey: string;
  readonly isShown: boolean;
  readonly isSelected: boolean;
  readonly isCursor: boolean;
  /** True if the line shows its owner, because it is not listed below a group. */
  readonly withOwner: boolean;
  readonly choose: (modifiers: { shift: boolean; toggle: boolean }) => void;
}

export function CaseLine(props: CaseLineProps) {
  const { row, lineKey, isShown, isSelected, isCursor, withOwner, choose } = props;
  const remarks = [row.isBack ? 'back again' : '', row.attempt > 1 ? `attempt ${row.attempt}` : ''];
  return (
    <button
      type="button"
      className={styles['case']}
      data-line={lineKey}
      data-within={!withOwner}
      aria-current={isShown}
      aria-pressed={isSelected}
      tabIndex={isCursor ? 0 : -1}
      onClick={(event) => choose({ shift: event.shiftKey, toggle: event.ctrlKey || event.metaKey })}
    >
      <OutcomeMark outcome={row.outcome} />
      <CaseName row={row} />
      <Untrusted className="ellipsis quiet" text={row.countryCode ?? ''} truncate="end" />
      <span className="ellipsis meta">{remarks.filter((remark) => remark !== '').join(' · ')}</span>
      {withOwner && row.openedAt !== null && <OwnerMark owner={row.owner} />}
      <span className={styles['when']}>
        <Time at={row.lastAt} />
      </span>
    </button>
  );
}

/** Shows the last twelve digits of the EID in groups of four, or the event number if there is no EID. */
export function CaseName({ row }: { row: CaseSummary }) {
  if (row.eid === null) return <span className="mono">event {row.lastSeq}</span>;
  const { front, groups } = shortIdParts(visibleText(row.eid));
  return (
    <span className="mono" data-stored={row.eid}>
      <bdi dir="ltr" aria-hidden="true">
        {front !== '' && <span className="quiet">…</span>}
        {groups.join(' ')}
      </bdi>
      <span className="visually-hidden">
        EID <Untrusted text={row.eid} />
      </span>
    </span>
  );
}
