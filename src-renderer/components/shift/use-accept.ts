import type { HandedOverItem, ShiftHandOver } from '../../../src-shared/api/shift.ts';
import { counted } from '../../../src-shared/words/store-words.ts';
import { useRecordAction } from '../case-actions/use-record-action.ts';
import { handedOverName } from './handed-over-name.ts';

/** Accepts failure groups of a hand-over, one or several in one action. */
export function useAccept({ id }: Pick<ShiftHandOver, 'id'>) {
  const { act, isRecording, error } = useRecordAction();
  const accept = (accepted: readonly HandedOverItem[]) => {
    const [first] = accepted;
    const subjects = accepted.map(({ key }) => key);
    const name =
      accepted.length === 1 && first !== undefined ? handedOverName(first) : counted(accepted.length, 'group');
    void act({ subjects, count: accepted.length, name, isCounted: accepted.length > 1 }, { kind: 'accept', of: id });
  };
  return { accept, isRecording, error };
}
