import { expect, test } from 'vitest';
import { MemoryTeam, type AppendFault } from '../../doubles/memory-team-log.ts';
import type { LogAppend, TeamLog } from '../../../src-main/core/ports/team-log.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';

const never = new AbortController().signal;
const one = (id: string, after: number | null = null): LogAppend => ({ lane: 'chain', id, text: id, after });

/** A team whose next appends have these faults. */
function faultyTeam(...faults: readonly (AppendFault | null)[]) {
  const clock = new FakeClock();
  const left = [...faults];
  const team = new MemoryTeam({ clock, leaseMs: 6_000, faultOf: () => left.shift() ?? null });
  return { clock, team, anna: team.connect('anna'), ben: team.connect('ben') };
}

async function texts(log: TeamLog): Promise<(string | null)[]> {
  const status = await log.status(never);
  const found: (string | null)[] = [];
  if (status.kind !== 'reached' || status.last === 0) return found;
  for await (const { text, position } of log.read(1, never)) {
    found.push(text);
    if (position === status.last) break;
  }
  return found;
}

test('the log in memory can lose an answer, lose an append, and store one twice', async () => {
  const { anna } = faultyTeam({ isAnswerLost: true }, { copies: 0 }, { copies: 2 });
  expect(await anna.append(one('lost-answer'), never)).toMatchObject({ kind: 'no-answer' });
  expect(await texts(anna)).toEqual(['lost-answer']);
  expect(await anna.append(one('lost'), never)).toMatchObject({ kind: 'no-answer' });
  expect(await texts(anna)).toEqual(['lost-answer']);
  expect(await anna.append(one('twice', 0), never)).toEqual({ kind: 'appended', position: 3 });
  expect(await texts(anna)).toEqual(['lost-answer', 'twice', 'twice']);
});

test('the log in memory can store an append later than the next one, and answer out of order', async () => {
  const { anna, clock } = faultyTeam(
    { storeAfterMs: 500 },
    { answerAfterMs: 2_000 },
    { isAnswerLost: true, storeAfterMs: 900 },
  );
  const answers: string[] = [];
  const append = async (id: string) => answers.push(`${id} ${(await anna.append(one(id), never)).kind}`);
  const all = Promise.all([append('slow'), append('late-answer'), append('stored-later'), append('at-once')]);
  await clock.advance(0);
  expect(answers).toEqual(['stored-later no-answer', 'at-once appended']);
  expect(await texts(anna)).toEqual(['late-answer', 'at-once']);
  await clock.advance(500);
  expect(answers.at(-1)).toBe('slow appended');
  await clock.advance(1_500);
  await all;
  expect(answers.at(-1)).toBe('late-answer appended');
  expect(await texts(anna)).toEqual(['late-answer', 'at-once', 'slow', 'stored-later']);
  expect(clock.sleeping).toBe(0);
});

test('a member that is cut off gets no answer, no entry and no message, and everything once it is back', async () => {
  const { anna, ben, team, clock } = faultyTeam();
  const ends = new AbortController();
  const seen: (string | null)[] = [];
  const reading = (async () => {
    for await (const { text } of anna.read(1, ends.signal)) seen.push(text);
  })();
  team.setCutOff('anna', true);
  await ben.append(one('of-ben'), never);
  await clock.advance(0);
  expect(seen).toEqual([]);
  expect(await anna.append(one('of-anna'), never)).toMatchObject({ kind: 'no-answer' });
  expect(await anna.status(never)).toMatchObject({ kind: 'no-answer' });
  expect(await anna.lease('seat').read(never)).toBe('no-answer');
  expect(await anna.lease('seat').write('anna', null, never)).toMatchObject({ kind: 'no-answer' });
  team.setCutOff('anna', false);
  await clock.advance(0);
  expect(seen).toEqual(['of-ben']);
  ends.abort();
  await reading;
});

test('the log in memory can lose its end like a server after a power cut, and gives its positions again', async () => {
  const { anna, ben, team, clock } = faultyTeam();
  await anna.append(one('kept', 0), never);
  const before = await anna.status(never);
  const seat = anna.lease('seat');
  const written = await seat.write('anna', null, never);
  const putBack = team.copy();
  await clock.advance(1_000);
  await seat.write('anna again', written.kind === 'held' ? written.revision : null, never);
  await anna.append(one('lost', 1), never);
  putBack();
  expect(await anna.status(never)).toEqual(before);
  expect(await seat.read(never)).toMatchObject({ text: 'anna' });
  expect(await ben.append(one('other', 1), never)).toEqual({ kind: 'appended', position: 2 });
  expect(await anna.append(one('lost', 1), never)).toMatchObject({ kind: 'not-last' });
  expect(await texts(anna)).toEqual(['kept', 'other']);
  await clock.advance(5_000);
  expect(await seat.read(never)).toBeNull();
});
