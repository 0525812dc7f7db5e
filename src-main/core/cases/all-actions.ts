import type { StoredActionEntry } from '../../../src-shared/domain/cases/action.ts';
import type { ActionSubjects, EventReader } from '../ports/event-store.ts';

const BATCH_SIZE = 500;

export async function* allActions(
  scanner: Pick<EventReader, 'actions'>,
  signal: AbortSignal | undefined,
  about?: ActionSubjects,
): AsyncGenerator<StoredActionEntry, void, undefined> {
  for (let after = 0; ;) {
    signal?.throwIfAborted();
    const actions = await scanner.actions(after, BATCH_SIZE, about);
    yield* actions;
    const last = actions.at(-1);
    if (last === undefined) return;
    after = last.number;
  }
}
