/** Batches of unprocessed events and actions. However they are cut, they omit, double and reorder nothing. */
import { expect, test } from 'vitest';
import { CaseBatches } from '../../../../../src-main/core/cases/projection/case-batches.ts';
import { decodeEvent } from '../../../../../src-shared/domain/event/decode-event.ts';
import type { EventSummary } from '../../../../../src-shared/domain/event/event.ts';
import type { StoredActionEntry } from '../../../../../src-shared/domain/cases/action.ts';
import { storedActionEntry, localizationEvent, requestEvent } from '../../../../doubles/case-events.ts';
import { MemoryReader } from '../../../../doubles/memory-reader.ts';
import { caseKey } from '../../../../../src-shared/domain/cases/case.ts';

const EID = caseKey({ kind: 'eid', eid: '8904-1' });

/** Returns events with gaps in their seqs; of each ten, three are requests and one is a heartbeat. */
function events(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const seq = 1 + index * 3;
    if (index % 10 < 3) return requestEvent(seq, index, { id: `R-${index}`, failed: 1 });
    const event = localizationEvent(seq, index);
    return index % 10 === 9 ? { ...event, kind: 'HEARTBEAT' } : event;
  });
}

/** Returns, for each batch, the seqs and action numbers in the order in which a projection would apply them. */
async function readAll(
  reader: MemoryReader,
  storedActions: readonly StoredActionEntry[],
  from = { cursor: 0, actions: 0 },
) {
  reader.actions = async (after) => storedActions.filter(({ number }) => number > after).slice(0, 3);
  const batches = new CaseBatches(reader, from);
  const all: (readonly (number | string)[])[] = [];
  for (;;) {
    const nextBatch = await batches.next();
    const seqs = nextBatch.events.map(({ event }) => event.seq);
    expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
    const actions = nextBatch.actions.map(({ afterSeq, number }) => ({ at: afterSeq + 0.5, name: `action ${number}` }));
    const order = [...nextBatch.events.map(({ event: { seq } }) => ({ at: seq, name: seq })), ...actions];
    all.push(order.toSorted((one, other) => one.at - other.at).map(({ name }) => name));
    if (nextBatch.isLast) return { all, to: nextBatch.to };
  }
}

test('[CASE-16] puts each localization and request into exactly one batch, in the order of arrival', async () => {
  const rows = events(12_000);
  const { all, to } = await readAll(new MemoryReader(rows, 90), []);
  expect(all.length).toBeGreaterThan(2);
  expect(all.flat()).toEqual(rows.filter(({ kind }) => kind !== 'HEARTBEAT').map(({ seq }) => seq));
  expect(to).toEqual({ cursor: rows.at(-1)?.seq, actions: 0 });
});

test('[CASE-16] places an action after the event that was newest when it was stored, and before the next', async () => {
  const rows = events(40);
  const afterSeqs = [0, 4, 4, 4, 4, 31, 118];
  const storedActions = afterSeqs.map((afterSeq, index) => ({
    ...storedActionEntry(afterSeq, index, { kind: 'note' }, [EID]),
    number: index + 1,
  }));
  const { all, to } = await readAll(new MemoryReader(rows), storedActions);
  const expected: (number | string)[] = rows.flatMap(({ kind, seq }) => (kind === 'HEARTBEAT' ? [] : seq));
  const positions = storedActions.map(({ afterSeq, number }) => ({ afterSeq, name: `action ${number}` }));
  for (const { afterSeq, name } of positions) {
    const next = expected.findIndex((each) => typeof each === 'number' && each > afterSeq);
    expected.splice(next === -1 ? expected.length : next, 0, name);
  }
  expect(all.flat()).toEqual(expected);
  expect(to).toEqual({ cursor: 118, actions: 7 });
});

test('[CASE-16] holds an action back until the events stored before it were read', async () => {
  const reader = new MemoryReader(events(10));
  const late = { ...storedActionEntry(400, 1, { kind: 'note' }, [EID]), number: 1 };
  reader.actions = async () => [late];
  const nextBatch = await new CaseBatches(reader, { cursor: 0, actions: 0 }).next();
  expect([nextBatch.actions, nextBatch.to, nextBatch.isLast]).toEqual([[], { cursor: 28, actions: 0 }, false]);
});

test('reads the text of a request but does not keep it', async () => {
  const [request] = events(1);
  const reader = new MemoryReader(request === undefined ? [] : [request]);
  const { events: found } = await new CaseBatches(reader, { cursor: 0, actions: 0 }).next();
  expect(found[0]?.request).toMatchObject({ size: 2, failed: 1, main: { type: 'DCP_ERROR', code: '73' } });
  expect(Object.keys(found[0]?.event ?? {})).not.toContain('raw');
});

test('leaves out a value of a request that its text names twice', async () => {
  const { raw, ...request } = requestEvent(1, 1, { size: 2 });
  const text = raw.replace('"createdBy":', '"createdBy":"other","createdBy":');
  const { marks } = decodeEvent({ kind: request.kind, data: text });
  const reader = new MemoryReader([{ ...request, marks, raw: text } as EventSummary]);
  const { events: found } = await new CaseBatches(reader, { cursor: 0, actions: 0 }).next();
  expect(found[0]?.request).toMatchObject({ size: 2, createdBy: null });
});
