import { copyFileSync, truncateSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anActionEntry } from '../../../../../doubles/action-entries.ts';
import { batchOf, receivedEvents } from '../../../../../doubles/received-events.ts';
import { deleteDatabase, openGuardedStore } from '../guarded-store.ts';

function closedStore(events: number, action: number) {
  const store = openGuardedStore();
  store.writer.resume();
  for (let first = 1; first <= events; first += 500)
    store.writer.append(batchOf('opens', receivedEvents(first, Math.min(events, first + 499))));
  store.writer.addActions([anActionEntry(action)]);
  store.close();
  return store.paths;
}

describe('[TEAM-19] a damaged database of another store in the place of this one', () => {
  it('is set aside, and neither its events nor its actions are used: its seqs belong to other events', () => {
    const own = closedStore(10, 1);
    const other = closedStore(3_000, 2);
    deleteDatabase(own);
    copyFileSync(other.events, own.events);
    truncateSync(own.events, statSync(own.events).size - 3 * 8_192);
    const { writer, reader, incidents, repair } = openGuardedStore(own);
    repair();
    writer.resume();
    expect({
      incident: incidents[0]?.kind,
      stored: reader.extent().storedEvents,
      actions: reader.actions(0, 10),
    }).toEqual({ incident: 'damaged', stored: 0, actions: [] });
  });
});
