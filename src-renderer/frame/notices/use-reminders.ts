import { useBoard, useIsPast, useStores } from '../../stores/use-stores.ts';
import { dueReminders, nextReminder, type Reminder } from './reminders.ts';

const NO_GROUPS: readonly never[] = [];

export function useReminders(): readonly Reminder[] {
  const stores = useStores();
  const groups = useBoard(({ board }) => board?.groups ?? NO_GROUPS);
  const next = nextReminder(groups, stores.now());
  useIsPast(next);
  return dueReminders(groups, stores.now());
}
