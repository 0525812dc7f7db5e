/**
 * One request that is open: its case, and what its newest event says. Read again when the board says that something
 * happened; what was read stays meanwhile.
 */
import { useEffect, useRef, useState } from 'react';
import type { CaseDetail, CaseSummary, RequestFacts } from '../../../../src-shared/api/cases.ts';
import type { CaseKey } from '../../../../src-shared/domain/case-keys.ts';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import { asError } from '../../../backend/backend-error.ts';
import { useBoard, useStores, useWatch } from '../../../stores/use-stores.ts';

export interface OpenedRequest {
  readonly detail: CaseDetail | null;
  readonly facts: RequestFacts | null;
  /** Why it could not be read. */
  readonly error: Error | null;
}
interface Answer extends OpenedRequest {
  readonly watch: WatchId;
  readonly key: CaseKey;
}

/** Twice a second the board may change. */
const EVERY_MS = 1_000;

/** @param onRead told what is known of it now */
export function useRequest(
  key: CaseKey,
  onRead: (row: CaseSummary) => void,
): { readonly opened: OpenedRequest; readonly retry: () => void } {
  const { backend, clock } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const told = useBoard(({ board }) => (board === null ? 0 : board.at));
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [again, setAgain] = useState(0);
  const isOfThis = answer !== null && answer.watch === watch && answer.key === key;
  /** What was read last, and when it was asked for. */
  const last = useRef<{ readonly answer: Answer | null; readonly at: number }>({ answer: null, at: 0 });

  useEffect(() => {
    if (watch === null || isLost) return undefined;
    let isWanted = true;
    const { answer: before, at } = last.current;
    const known = before?.watch === watch && before.key === key ? before : null;
    async function read(of: WatchId): Promise<void> {
      last.current = { answer: known, at: clock.read().monotonic };
      const settle = (settled: Answer) => {
        last.current = { ...last.current, answer: settled };
        setAnswer(settled);
      };
      try {
        const detail = await backend.cases.detail(of, key);
        const isKnown = known?.facts !== null && known?.facts.seq === detail.summary.lastSeq;
        const facts = isKnown ? known.facts : await backend.cases.requestFacts(of, key);
        if (!isWanted) return;
        settle({ watch: of, key, detail, facts, error: null });
        onRead(detail.summary);
      } catch (thrown) {
        if (isWanted)
          settle({
            watch: of,
            key,
            detail: known?.detail ?? null,
            facts: known?.facts ?? null,
            error: asError(thrown),
          });
      }
    }
    const wait = known === null ? 0 : Math.max(0, EVERY_MS - (clock.read().monotonic - at));
    const stop = wait === 0 ? () => undefined : clock.after(wait, () => void read(watch));
    if (wait === 0) void read(watch);
    return () => {
      isWanted = false;
      stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies -- read again when something happened, or is wanted
  }, [backend, clock, watch, isLost, key, told, again, onRead]);

  return {
    opened: isOfThis ? answer : { detail: null, facts: null, error: null },
    retry: () => setAgain(again + 1),
  };
}
