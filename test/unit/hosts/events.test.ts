import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchOf, receivedEvent } from '../../doubles/received-events.ts';
import { Workplace } from '../../support/command.ts';

let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.create();
  await fill();
});
afterAll(() => workplace.close());

/** Stores 1 200 events, so that a read takes several batches. Every third is a LOCALIZATION. */
async function fill(): Promise<void> {
  const store = await workplace.openStore();
  for (let first = 1; first <= 1_200; first += 400) {
    const events = Array.from({ length: 400 }, (_, index) => {
      const number = first + index;
      return receivedEvent(number, { kind: number % 3 === 0 ? 'LOCALIZATION' : 'HEARTBEAT' });
    });
    await store.writer.append(batchOf(first === 1 ? 'opens' : 1, events));
  }
  const longEvent = receivedEvent(1_201, { kind: 'K'.repeat(1_000) });
  await store.writer.append(batchOf(1, [longEvent]));
  await store.close();
}

test('[CLI-8] a limit prints the newest matching events, oldest first', async () => {
  const ids = async (...args: string[]) => (await workplace.events(...args)).map(({ id }) => id);
  expect(await ids('--query', 'kind:LOCALIZATION', '--limit', '3')).toEqual(['e-1194', 'e-1197', 'e-1200']);
  expect(await ids('--query', '-kind:HEARTBEAT,LOCALIZATION')).toEqual(['e-1201']);
  expect(await ids('--kind', 'LOCALIZATION', '--until', '1970-01-01T00:00:07Z')).toEqual(['e-3', 'e-6']);
  expect(await ids('--text', 'E-77', '--limit', '2')).toEqual(['e-778', 'e-779']);
  expect(await ids('--kind', 'NEVER', '--limit', '5')).toEqual([]);
  const all = await ids();
  expect(all).toEqual(Array.from({ length: 1_201 }, (_, index) => `e-${index + 1}`));
});

test('a truncated kind is printed with its full name next to it', async () => {
  const [last, before] = (await workplace.events('--limit', '2')).toReversed();
  expect([last?.['whole'], before?.['whole']]).toEqual([{ kind: 'K'.repeat(1_000), id: null }, undefined]);
  expect(String(last?.['kind']).length).toBeLessThan(300);
});

test('[CLI-8] a mistake in a filter ends with exit code 2 and is marked at its position', async () => {
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

test('[CLI-8] a value that no stored event has is reported if nothing matched, and is not an error', async () => {
  const run = async (...args: string[]) => {
    const command = workplace.runInProcess(['events', '--data-dir', workplace.dataDir, ...args]);
    return [await command.exit, command.stdout.split('\n').length - 1, command.stderr];
  };
  expect(await run('--query', 'code:FOO kind:LOCALISATION')).toEqual([
    0,
    0,
    'watchfloor: No stored event has code FOO. No stored event has a code.\n' +
      `watchfloor: No stored event has kind LOCALISATION. Did you mean LOCALIZATION? Stored values: HEARTBEAT, LOCALIZATION, ${'K'.repeat(48)}….\n`,
  ]);
  expect(await run('--query', 'kind:LOCALISATION,LOCALIZATION', '--limit', '2')).toEqual([0, 2, '']);
});

test('[CLI-61] an unknown field is refused with the list of the known ones', async () => {
  const command = workplace.runInProcess(['events', '--data-dir', workplace.dataDir, '--fields', 'seq,colour']);
  expect([await command.exit, command.stderr.split('\n')[0]]).toEqual([
    2,
    expect.stringMatching(/"colour" is not a field\. Expected one of: seq, receivedAt, kind, id, .*, whole\.$/),
  ]);
});
