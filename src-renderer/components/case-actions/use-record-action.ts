import { useRef } from 'react';
import { useRequest } from '../../stores/queries/use-request.ts';
import type { UndoableAction } from '../../../src-shared/domain/cases/action.ts';
import { actionWords } from '../../../src-shared/words/ownership-words.ts';
import { useAuthor } from '../../stores/use-author.ts';
import { useStores, useWatch } from '../../stores/use-stores.ts';
import { useTimeText } from '../../stores/use-time-text.ts';
import { ZONED_MINUTE } from '../../time/time-text.ts';
import type { ActionTarget } from '../../stores/action-prompt-store.ts';

/** Ignores a repeated press for this long, because the board shows the result with a delay. */
const REPEAT_WINDOW_MS = 1_000;
const NO_ACTION = { said: '', at: -Infinity };
/** Long enough to read what was done. */
const UNDO_OFFERED_MS = 10_000;
/** A saved support pack stays saved, an acknowledged reminder is over, and a reopened case can be closed again. */
const WITHOUT_UNDO: readonly UndoableAction['kind'][] = ['pack', 'reminded', 'reopen'];

export function useRecordAction() {
  const stores = useStores();
  const { backend, board } = stores;
  const promptAuthor = useAuthor();
  const timeText = useTimeText(ZONED_MINUTE);
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const { run, isRunning, error, clearError } = useRequest();
  const latest = useRef(NO_ACTION);

  async function recordAction(
    { subjects, name, count, isCounted = false }: Pick<ActionTarget, 'subjects' | 'name' | 'count' | 'isCounted'>,
    action: UndoableAction,
    text = '',
  ): Promise<boolean> {
    if (watch === null || subjects.length === 0) return false;
    const lastAction = JSON.stringify([watch, subjects, action.kind, text]);
    if (latest.current.said === lastAction && stores.now() < latest.current.at + REPEAT_WINDOW_MS) return false;
    latest.current = { said: lastAction, at: Infinity };
    // Read before asking for the name: failures that arrive meanwhile are not included in the action.
    const seenSeq = board.getState().board?.upTo;
    const author = await promptAuthor();
    if (author === 'declined') {
      latest.current = NO_ACTION;
      return false;
    }
    const seenPosition = seenSeq === undefined ? null : { seenSeq };
    const isDone = await run(async () => {
      const input = { watch, author, subjects: [...subjects], what: action, text, ...seenPosition };
      const { actions } = await backend.cases.recordAction.mutate(input);
      const words = isCounted
        ? `You ${actionWords(action, count, timeText, name)}`
        : `You ${actionWords(action, count, timeText)}: ${name}`;
      const until = stores.now() + UNDO_OFFERED_MS;
      const offer = WITHOUT_UNDO.includes(action.kind) ? null : { watch, author, actions, words, until };
      stores.undo.setState({ offer });
    });
    latest.current = isDone ? { said: lastAction, at: stores.now() } : NO_ACTION;
    return isDone;
  }
  return { act: recordAction, isRecording: isRunning, error, clearError };
}
