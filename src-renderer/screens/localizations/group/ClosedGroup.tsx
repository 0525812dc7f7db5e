/** A group without open cases: who marked its cases as done in the last 24 hours, and when. Offers to reopen them. */
import { Check, RotateCcw } from 'lucide-react';
import type { CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { parseCauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { DAY_MS } from '../../../../src-shared/lib/durations.ts';
import { causeWords } from '../../../../src-shared/words/case-words.ts';
import { ownerWords } from '../../../../src-shared/words/ownership-words.ts';
import { counted, numberText } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import type { ActionTarget } from '../../../stores/action-prompt-store.ts';
import { useCaseActions } from '../../../components/case-actions/use-case-actions.tsx';
import { Button } from '../../../components/controls/Button.tsx';
import { DetailPane } from '../../../components/detail/DetailPane.tsx';
import { Keycap } from '../../../components/Keycap.tsx';
import { Time } from '../../../components/Time.tsx';
import { readCases } from '../../../stores/queries/case-source.ts';
import { useWatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { usePerson } from '../../../stores/use-author.ts';
import { useBoard, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { CaseHeading } from '../case/CaseHeading.tsx';
import { CaseName } from '../list/CaseLine.tsx';
import { NothingSelected } from '../NothingSelected.tsx';
import styles from './GroupPane.module.css';

const MAX_LISTED = 100;

interface ClosedGroupProps {
  readonly cause: CauseKey;
  readonly close: () => void;
  readonly openNext: () => void;
}

export function ClosedGroup({ cause, close, openNext }: ClosedGroupProps) {
  const stores = useStores();
  const board = useBoard((state) => state.board);
  const me = usePerson();
  const { value } = useWatchQuery<Awaited<ReturnType<typeof readCases>>>(
    cause,
    ({ watch }) => {
      const of = { kind: 'localization', of: 'done', cause, find: '', sort: 'newest' } as const;
      return readCases(stores.backend.cases, { watch, ...of, since: stores.now() - DAY_MS }, MAX_LISTED);
    },
    { revision: board },
  );
  const rows = value?.rows ?? [];
  const name = causeWords(parseCauseKey(cause) ?? { kind: 'localization', operation: null, type: null, code: null });
  const reopenable = rows.filter((row) => row.canReopen).length;
  const canReopen = reopenable > 0;
  const count = value?.total ?? rows.length;
  const target: ActionTarget = { subjects: [cause], count, name, owners: [], mute: null, isOpen: false, canReopen };
  const actions = useCaseActions(target);
  if (value === null) return null;
  const latest = rows.toSorted((one, other) => (other.endedAt ?? 0) - (one.endedAt ?? 0))[0];
  if (latest === undefined) return <NothingSelected isMissing overview={null} close={close} openWorst={openNext} />;
  const left = board?.groups.filter((group) => group.cause.kind === 'localization').length ?? 0;
  return (
    <DetailPane label="Failure group in full" itemKey={cause} layout="case">
      <CaseHeading title={`${name}, done`} target={null} actions={actions} isPrimary={false} close={close}>
        <span>
          <Check size={14} aria-hidden="true" />
          {` ${counted(count, 'eUICC')} marked as done by ${visibleText(ownerWords(latest.endedBy, me))}, `}
          <Time at={latest.endedAt ?? 0} zoned />
        </span>
      </CaseHeading>
      <p className="row gap-3">
        {canReopen && !actions.isHidden && (
          <Button icon={RotateCcw} onClick={actions.reopen}>
            {reopenable === 1 ? 'Reopen' : count > rows.length ? 'Reopen all' : `Reopen all ${numberText(reopenable)}`}
          </Button>
        )}
        {left === 0 ? 'No other group needs attention.' : `${counted(left, 'group')} left.`}
        {left > 0 && (
          <Button variant="filled" onClick={openNext} rightSection={<Keycap name="E" />}>
            Open the next
          </Button>
        )}
      </p>
      <section className="panel shrinks pad-3" aria-label="Done">
        <h3 className={styles['heading']}>Done in the last 24 h</h3>
        <ul className="grid gap-1 unmarked">
          {rows.map((row) => (
            <li key={row.key} className="row apart gap-3">
              <a href={hrefOf('localizations', { group: cause, case: row.key })}>
                <CaseName row={row} />
              </a>
              <span className="meta">
                {`${row.canReopen ? '' : 'succeeded since · '}${visibleText(ownerWords(row.endedBy, me))} · `}
                <Time at={row.endedAt ?? row.lastAt} />
              </span>
            </li>
          ))}
        </ul>
        {count > rows.length && <p className="meta">and {numberText(count - rows.length)} more</p>}
      </section>
      {actions.failure}
    </DetailPane>
  );
}
