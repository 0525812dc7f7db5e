import { useComputed } from '../../stores/use-computed.ts';
import { useBoard, useIsPast, useStores } from '../../stores/use-stores.ts';
import { dueReminders, nextReminder, type Reminder } from './reminders.ts';

const NO_GROUPS: readonly never[] = [];

/** Renders again when a reminder becomes due or is acknowledged, not with each board. */
export function useReminders(): readonly Reminder[] {
  const stores = useStores();
  const next = useBoard(({ board }) => nextReminder(board?.groups ?? NO_GROUPS, stores.now()));
  useIsPast(next);
  return useComputed(stores.board.subscribe, () =>
    dueReminders(stores.board.getState().board?.groups ?? NO_GROUPS, stores.now()),
  );
}
