import type { StoredActionEntry } from '../../../src-shared/domain/cases/action.ts';
import type { ActionSubjects, EventReader } from '../ports/event-store.ts';

const BATCH_SIZE = 500;

/** Yields the actions with a number after this one, in order. @throws the signal's reason */
export async function* allActions(
  scanner: Pick<EventReader, 'actions'>,
  signal: AbortSignal | undefined,
  about?: ActionSubjects,
  from = 0,
): AsyncGenerator<StoredActionEntry, void, undefined> {
  for (let after = from; ;) {
    signal?.throwIfAborted();
    const actions = await scanner.actions(after, BATCH_SIZE, about);
    yield* actions;
    const last = actions.at(-1);
    if (last === undefined) return;
    after = last.number;
  }
}
