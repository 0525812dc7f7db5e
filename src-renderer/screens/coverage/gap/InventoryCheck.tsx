/** The result stays visible while a new check runs. A check that did not finish claims nothing. */
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { useCommand } from '../../../commands/use-commands.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { useHiddenAction } from '../../../rules/use-page-rules.ts';
import { useNow, useStores, useWatch } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { lengthText } from '../../../time/time-text.ts';
import { errorWords } from '../../../words/error-words.ts';
import { hiddenWords } from '../../../words/page-rule-words.ts';
import { type GapCheck, lastResult } from './gap-check.ts';
import { GapCheckResult } from './GapCheckResult.tsx';
import styles from './GapPane.module.css';
import { useStartCheck, useGapCheck, useCheckUnavailable } from './use-gap-check.ts';

export function InventoryCheck({ gap }: { gap: Gap }) {
  const check = useGapCheck(gap.id);
  const { start, isStarting, error } = useStartCheck(gap.id);
  const found = lastResult(check);
  const hidden = useHiddenAction('check-inventory');
  const isRunning = isStarting || check.kind === 'running';
  const unavailableReason = useCheckUnavailable(gap);
  const unavailable = isRunning ? 'The check is running' : unavailableReason;
  const title = found === null ? 'Check inventory' : 'Check again';
  const checkTitle = 'Check the inventory for this gap';
  const command = { id: 'coverage.check', title: checkTitle, keys: ['C'], unavailable, run: start };
  useCommand(hidden === null ? { ...command, group: 'View' } : null);
  const button =
    hidden === null ? (
      <Tooltip label={null} unavailable={unavailable} command="coverage.check">
        <Button variant={found === null ? 'filled' : 'default'} onClick={start}>
          {title}
        </Button>
      </Tooltip>
    ) : (
      <p className="quiet pretty">{visibleText(hiddenWords(hidden.part, hidden.missingRights))}</p>
    );
  return (
    <section className="stack gap-2" aria-label="Inventory">
      {found === null && <NoResultYet gap={gap} check={check} />}
      <CheckStatus check={check} error={error} />
      {found === null ? (
        <div className={styles['actions']}>
          {check.kind !== 'running' && button}
          {!isRunning && unavailableReason !== null && <span className="quiet pretty">{unavailableReason}.</span>}
        </div>
      ) : (
        <GapCheckResult gap={gap.id} found={found} recheckButton={button} />
      )}
    </section>
  );
}

function NoResultYet({ gap, check }: { gap: Gap; check: GapCheck }) {
  return (
    <>
      <h3 className="strong section-size balanced">
        {check.kind === 'running' ? 'Checking the inventory …' : 'Inventory not checked'}
      </h3>
      <p className="quiet pretty">
        {gap.to === null
          ? 'After the gap ends, you can check which subscriptions changed during it.'
          : 'The check lists the subscriptions that changed in the gap, with at least a minute before and after. Those without an event are possibly missed.'}
      </p>
    </>
  );
}

function CheckStatus({ check, error }: { check: GapCheck; error: Error | null }) {
  if (error !== null) return <ErrorNote intro="The check did not start." error={error} />;
  if (check.kind === 'running') return <Running check={check} />;
  if (check.kind !== 'unfinished') return null;
  return (
    <output className="pretty">
      {check.previous === null ? 'The check' : 'The last check'} did not finish, so it has no result.
      {check.error !== null && ` ${visibleText(errorWords(check.error))}`}
    </output>
  );
}

function Running({ check: { search, previous } }: { check: Extract<GapCheck, { kind: 'running' }> }) {
  const { backend } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const { id, rows, totalHits, state } = search;
  const waitsUntil = state.kind === 'loading' || state.kind === 'asking' ? state.waitsUntil : null;
  const progress = totalHits === null ? numberText(rows) : `${numberText(rows)} of ${numberText(totalHits)}`;
  return (
    <output className="row apart gap-2 min-control">
      <span>
        {state.kind === 'ended'
          ? `${numberText(rows)} changed; comparing them with the events …`
          : `${previous === null ? 'Checking' : 'Checking again'}: ${progress} loaded`}
        {waitsUntil !== null && <WaitTime until={waitsUntil} />}
      </span>
      {state.kind !== 'ended' && (
        <Button
          variant="subtle"
          onClick={() => {
            if (watch !== null) backend.subscriptions.cancel.mutate({ watch, id }).catch(() => undefined);
          }}
        >
          Cancel
        </Button>
      )}
    </output>
  );
}

function WaitTime({ until }: { until: number }) {
  const left = until - useNow();
  return left <= 0 ? null : `; the service asks to wait ${lengthText(left)}`;
}
