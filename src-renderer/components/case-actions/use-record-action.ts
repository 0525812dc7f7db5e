import { useRef } from 'react';
import { useRequest } from '../../stores/queries/use-request.ts';
import type { Action } from '../../../src-shared/domain/cases/action.ts';
import type { CaseKey, CauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { useAuthor } from '../../stores/use-author.ts';
import { useStores, useWatch } from '../../stores/use-stores.ts';

/** Ignores a repeated press for this long, because the board shows the result with a delay. */
const REPEAT_WINDOW_MS = 1_000;
const NO_ACTION = { said: '', at: -Infinity };

export function useRecordAction() {
  const stores = useStores();
  const { backend, board } = stores;
  const promptAuthor = useAuthor();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const { run, isRunning, error, clearError } = useRequest();
  const latest = useRef(NO_ACTION);

  async function recordAction(subjects: readonly (CaseKey | CauseKey)[], action: Action, text = ''): Promise<boolean> {
    if (watch === null || subjects.length === 0) return false;
    const lastAction = JSON.stringify([watch, subjects, action.kind, text]);
    if (latest.current.said === lastAction && stores.now() < latest.current.at + REPEAT_WINDOW_MS) return false;
    latest.current = { said: lastAction, at: Infinity };
    // Read before asking for the name: failures that arrive meanwhile are not included in the action.
    const seenSeq = board.getState().board?.upTo;
    const author = await promptAuthor();
    if (author === null) {
      latest.current = NO_ACTION;
      return false;
    }
    const seenPosition = seenSeq === undefined ? null : { seenSeq };
    const isDone = await run(() =>
      backend.cases.recordAction.mutate({
        watch,
        author,
        subjects: [...subjects],
        deed: action,
        text,
        ...seenPosition,
      }),
    );
    latest.current = isDone ? { said: lastAction, at: stores.now() } : NO_ACTION;
    return isDone;
  }
  return { act: recordAction, isRecording: isRunning, error, clearError };
}
