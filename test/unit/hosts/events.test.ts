/** `watchfloor events` over a store that was filled by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchOf, receivedEvent } from '../../doubles/received-events.ts';
import { Workplace } from '../../support/command.ts';

/** Every command here reads only, so all tests share it. */
let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.create();
  await fill();
});
afterAll(() => workplace.close());

/** 1 200 events, so that a walk has several pieces; every third is a LOCALIZATION. */
async function fill(): Promise<void> {
  const store = await workplace.openStore();
  for (let first = 1; first <= 1_200; first += 400) {
    const events = Array.from({ length: 400 }, (_, index) => {
      const number = first + index;
      return receivedEvent(number, { kind: number % 3 === 0 ? 'LOCALIZATION' : 'HEARTBEAT' });
    });
    await store.writer.append(batchOf(first === 1 ? 'opens' : 1, events));
  }
  const whole = receivedEvent(1_201, { kind: 'K'.repeat(1_000) });
  await store.writer.append(batchOf(1, [whole]));
  await store.close();
}

test('[CLI-8] a limit takes the newest that match, and prints them oldest first', async () => {
  const ids = async (...args: string[]) => (await workplace.events(...args)).map(({ id }) => id);
  expect(await ids('--query', 'kind:LOCALIZATION', '--limit', '3')).toEqual(['e-1194', 'e-1197', 'e-1200']);
  expect(await ids('--query', '-kind:HEARTBEAT,LOCALIZATION')).toEqual(['e-1201']);
  expect(await ids('--kind', 'LOCALIZATION', '--until', '1970-01-01T00:00:07Z')).toEqual(['e-3', 'e-6']);
  expect(await ids('--text', 'E-77', '--limit', '2')).toEqual(['e-778', 'e-779']);
  expect(await ids('--kind', 'NEVER', '--limit', '5')).toEqual([]);
  const all = await ids();
  expect(all).toEqual(Array.from({ length: 1_201 }, (_, index) => `e-${index + 1}`));
});

test('a name that is cut in its column is printed whole beside it', async () => {
  const [last, before] = (await workplace.events('--limit', '2')).toReversed();
  expect([last?.['whole'], before?.['whole']]).toEqual([{ kind: 'K'.repeat(1_000), id: null }, undefined]);
  expect(String(last?.['kind']).length).toBeLessThan(300);
});

test('[CLI-8] a mistake in a filter ends with exit code 2, and is marked where it is', async () => {
  const command = workplace.runInProcess([
    'events',
    '--data-dir',
    workplace.dataDir,
    '--query',
    'kind:A since:sometime',
  ]);
  expect([await command.exit, command.stderr.split('\n').slice(1)]).toEqual([
    2,
    ['  kind:A since:sometime', '               ^^^^^^^^', ''],
  ]);
});

test('[CLI-21] a value that no stored event has is told where nothing matched, and is no mistake', async () => {
  const run = async (...args: string[]) => {
    const command = workplace.runInProcess(['events', '--data-dir', workplace.dataDir, ...args]);
    return [await command.exit, command.stdout.split('\n').length - 1, command.stderr];
  };
  expect(await run('--query', 'code:FOO kind:LOCALISATION')).toEqual([
    0,
    0,
    'watchfloor: No stored event has code FOO. None has any code.\n' +
      `watchfloor: No stored event has kind LOCALISATION. Did you mean LOCALIZATION? There are: HEARTBEAT, LOCALIZATION, ${'K'.repeat(48)}….\n`,
  ]);
  expect(await run('--query', 'kind:LOCALISATION,LOCALIZATION', '--limit', '2')).toEqual([0, 2, '']);
});

test('[CLI-18] a field that an event does not have is refused, with those that it has', async () => {
  const command = workplace.runInProcess(['events', '--data-dir', workplace.dataDir, '--fields', 'seq,colour']);
  expect([await command.exit, command.stderr.split('\n')[0]]).toEqual([
    2,
    expect.stringMatching(/"colour" is no field of an event\. There are: seq, receivedAt, kind, id, .*, whole\.$/),
  ]);
});
