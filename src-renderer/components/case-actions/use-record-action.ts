/** How components do something about cases: the person is asked for where nobody said, and what was not stored is told. */
import { useRef, useState } from 'react';
import type { Action } from '../../../src-shared/domain/action.ts';
import type { CaseKey, CauseKey } from '../../../src-shared/domain/case-keys.ts';
import { asError } from '../../backend/backend-error.ts';
import { useAuthor } from '../../stores/use-author.ts';
import { useStores, useWatch } from '../../stores/use-stores.ts';

export interface ActionRecorder {
  /** `true` where it was stored. */
  readonly act: (subjects: readonly (CaseKey | CauseKey)[], deed: Action, text?: string) => Promise<boolean>;
  readonly isRecording: boolean;
  /** Why the last was not stored; `null` where it was. */
  readonly error: Error | null;
  readonly clearError: () => void;
}

/** What is pressed twice is meant once: the board that says what came of it is a moment behind. */
const REPEAT_WINDOW_MS = 1_000;
const NO_ACTION = { said: '', at: -Infinity };

export function useRecordAction(): ActionRecorder {
  const stores = useStores();
  const { backend, board } = stores;
  const askAuthor = useAuthor();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const [isRecording, setActing] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const latest = useRef(NO_ACTION);

  async function recordAction(subjects: readonly (CaseKey | CauseKey)[], deed: Action, text = ''): Promise<boolean> {
    if (watch === null || subjects.length === 0) return false;
    const said = JSON.stringify([watch, subjects, deed.kind, text]);
    if (latest.current.said === said && stores.now() < latest.current.at + REPEAT_WINDOW_MS) return false;
    latest.current = { said, at: Infinity };
    // Before anybody is asked who it is: what fails meanwhile is not meant.
    const seenSeq = board.getState().board?.upTo;
    const author = await askAuthor();
    if (author === null) {
      latest.current = NO_ACTION;
      return false;
    }
    setActing(true);
    setError(null);
    try {
      const seen = seenSeq === undefined ? null : { seenSeq };
      await backend.cases.recordAction({ watch, author, subjects: [...subjects], deed, text, ...seen });
      latest.current = { said, at: stores.now() };
      return true;
    } catch (cause) {
      latest.current = NO_ACTION;
      setError(asError(cause));
      return false;
    } finally {
      setActing(false);
    }
  }
  return { act: recordAction, isRecording, error, clearError: () => setError(null) };
}
