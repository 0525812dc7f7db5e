import { ArrowUp, X } from 'lucide-react';
import { type CauseKey, parseCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { changeName } from '../../../src-shared/words/case-words.ts';
import { spanOf } from '../../../src-shared/words/events/reported-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import type { Outcome } from '../../../src-shared/domain/event/outcomes.ts';
import { Button } from '../../components/controls/Button.tsx';
import { FindField } from '../../grid/FindField.tsx';
import { LastReported } from '../../components/LastReported.tsx';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useBoard } from '../../stores/use-stores.ts';
import { outcomeWords } from '../../words/outcome-words.ts';
import { openInFind, outcomeInFind, withOpen, withOutcome } from './find-words.ts';
import styles from './Requests.module.css';
import { REQUESTS_GRID, type Requests } from './use-requests.ts';

/** Outcomes that need attention come first, successes last. */
const CHIPS: readonly { readonly outcome: Outcome; readonly always: boolean }[] = [
  { outcome: 'partial', always: true },
  { outcome: 'failed', always: true },
  { outcome: 'unknown', always: false },
  { outcome: 'in-progress', always: false },
  { outcome: 'succeeded', always: false },
];

interface RequestFilterProps {
  readonly find: string;
  /** Lists only its open requests. */
  readonly group: CauseKey | null;
  readonly leaveGroup: () => void;
  readonly change: (find: string) => void;
  readonly requests: Requests;
}

export function RequestFilter({ find, group, leaveGroup, change, requests }: RequestFilterProps) {
  const counts = requests.isOutdated ? null : (requests.state.window.page?.outcomes ?? null);
  const chosen = outcomeInFind(find);
  return (
    <div className={styles['around']}>
      <div className={styles['filter']}>
        <div className={styles['find']}>
          <FindField
            list={REQUESTS_GRID}
            title="Filter the requests"
            placeholder="outcome: code: company: target: user: or any id"
            clearTitle="Show all requests"
            find={find}
            kind="words"
            change={change}
          />
        </div>
        {group === null ? <OpenChip find={find} change={change} /> : <GroupChip cause={group} leave={leaveGroup} />}
        {CHIPS.map(({ outcome, always }) => {
          const count = counts?.find((each) => each.outcome === outcome)?.count ?? 0;
          if (!always && count === 0 && chosen !== outcome) return null;
          return (
            <button
              key={outcome}
              type="button"
              className={styles['chip']}
              data-outcome={outcome}
              data-rest={!always || undefined}
              aria-pressed={chosen === outcome}
              onClick={() => change(withOutcome(find, chosen === outcome ? null : outcome))}
            >
              <OutcomeMark outcome={outcome} />
              <span aria-hidden="true">{outcomeWords[outcome]}</span>
              {counts !== null && <b className="strong">{numberText(count)}</b>}
            </button>
          );
        })}
        <output className="meta row fixed gap-2 nowrap to-end">
          <RequestStatusLine {...requests} />
        </output>
      </div>
      <p className={styles['age']}>
        <LastReported newestAt={spanOf(requests.rows.map(({ lastAt }) => lastAt)).newestAt} />
      </p>
    </div>
  );
}

/** Counts as the rail does, but not what other words select. */
function OpenChip({ find, change }: Pick<RequestFilterProps, 'find' | 'change'>) {
  const count = useBoard(({ board }) => board?.requests ?? null);
  const { isOpen, hasOthers } = openInFind(find);
  return (
    <button
      type="button"
      className={styles['chip']}
      aria-pressed={isOpen}
      onClick={() => change(withOpen(find, !isOpen))}
    >
      Open {count !== null && !hasOthers && <b className="strong">{numberText(count)}</b>}
    </button>
  );
}

/** Names the group also after it ended, when no request of it is listed. */
function GroupChip({ cause, leave }: { cause: CauseKey; leave: () => void }) {
  const parsed = parseCauseKey(cause);
  if (parsed === null) return null;
  return (
    <button type="button" className={styles['chip']} aria-pressed="true" onClick={leave}>
      <Untrusted text={`${changeName(parsed.operation)}${parsed.code === null ? '' : ` ${parsed.code}`}, open`} />
      <X size={12} aria-label="Show all requests" />
    </button>
  );
}

function RequestStatusLine({ list, state: { phase, pageError, pendingCount, hold } }: Requests) {
  if (pageError !== null)
    return (
      <>
        Could not be refreshed
        <Button size="compact-xs" onClick={() => list.retry()}>
          Try again
        </Button>
      </>
    );
  if (pendingCount > 0)
    return (
      <button type="button" className={styles['waiting']} onClick={() => list.show('start')}>
        {numberText(pendingCount)} new <ArrowUp size={12} aria-hidden="true" />
      </button>
    );
  return (
    phase.kind === 'ready' &&
    (hold.kind === 'held' ? 'Held while you read' : <span className={styles['live']}>Live</span>)
  );
}
