import { expect, test } from 'vitest';
import type { StoreReader } from '../../../../../src-main/adapters/sqlite/events/store-reader.ts';
import { EVERYTHING } from '../../../../../src-shared/domain/filter/filter.ts';
import { anActionEntry } from '../../../../doubles/action-entries.ts';
import { randomNumbers } from '../../../../doubles/random-numbers.ts';
import { batchOf, receivedEvent } from '../../../../doubles/received-events.ts';
import { logBatch, memberOf, placedAfter } from '../../../../doubles/team-log.ts';
import { rounds } from '../../../../support/breadth.ts';
import { temporaryStore } from './temporary-store.ts';

const ROUNDS = rounds({ usual: 20, thorough: 500 });
const STEPS = 60;

/** Returns what a projection applies, in its order. */
function orderIn(reader: StoreReader): string[] {
  const through = reader.orderedThrough();
  const actions = reader.actions(0, 1_000).filter(({ afterSeq }) => afterSeq <= through);
  const { rows } = reader.summaries({ filter: EVERYTHING, direction: 'newer', from: 0, to: through, limit: 1_000 });
  return [
    ...rows.map(({ seq, id }) => ({ at: seq, isAction: 0, number: 0, text: `${seq} ${id}` })),
    ...actions.map(({ afterSeq, number, id }) => ({ at: afterSeq, isAction: 1, number, text: `${afterSeq} ${id}` })),
  ]
    .toSorted((one, other) => one.at - other.at || one.isAction - other.isAction || one.number - other.number)
    .map(({ text }) => text);
}

test(`[TEAM-16] the basis is raised whenever a projection has applied something in another order, in ${ROUNDS} rounds of ${STEPS} random steps`, () => {
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const below = randomNumbers(seed);
    const { writer, reader } = temporaryStore({ batchMs: 60_000 });
    writer.follow(memberOf(''));
    const placed: string[] = [];
    let [position, confirmed, event, action] = [0, 0, 0, 0];
    let before = { basis: reader.basis(), order: orderIn(reader) };
    const apply = (changes: Parameters<typeof logBatch>[2]) => {
      position += 1;
      writer.applyLog(logBatch(position, confirmed, changes));
    };
    const nextEvents = (count: number) => Array.from({ length: count }, () => receivedEvent((event += 1)));
    const steps = [
      () => void writer.append(batchOf('opens', nextEvents(1 + below(3)))),
      () => writer.addActions([anActionEntry((action += 1))]),
      () => writer.goOnAlone(),
      () => void writer.replaceTail(),
      () => {
        confirmed += below(1 + writer.newestSeq - confirmed);
        apply({});
      },
      () => {
        const first = confirmed + 1 + below(3);
        const events = nextEvents(1 + below(3)).map((one, index) => ({ seq: first + index, event: one }));
        confirmed = first + events.length - 1;
        apply({ events });
      },
      () => {
        const own = writer.unplacedActions();
        const one = own.length > 0 && below(2) === 0 ? own[below(own.length)] : undefined;
        const next = one ?? anActionEntry((action += 1));
        placed.push(next.id);
        apply({ actions: placedAfter(confirmed, next) });
      },
    ];
    for (let step = 1; step <= STEPS; step += 1) {
      const kind = below(steps.length);
      steps[kind]?.();
      const after = { basis: reader.basis(), order: orderIn(reader) };
      if (after.basis === before.basis)
        expect([seed, step, kind, after.order.slice(0, before.order.length)]).toEqual([seed, step, kind, before.order]);
      before = after;
      // The log's order comes first, then the actions that wait.
      const ids = reader.actions(0, 1_000).map(({ id }) => id);
      expect([seed, step, ids.slice(0, placed.length)]).toEqual([seed, step, placed]);
    }
  }
});
