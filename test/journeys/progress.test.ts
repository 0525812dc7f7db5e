import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import type { Clock } from '../../src-main/core/ports/clock.ts';
import { Progress, withProgress } from '../../src-main/hosts/cli/terminal/progress.ts';
import { startSimulator, type Simulator } from '../../src-simulator/simulator.ts';
import { FakeClock } from '../doubles/fake-clock.ts';
import { batchOf, receivedEvents } from '../doubles/received-events.ts';
import { Workplace } from '../support/command.ts';
import { TestTerminal } from '../support/terminal.ts';

describe('[CLI-7] the progress of a command', () => {
  test('is one line every 5 s if standard error is no terminal, also for work that reports none', async () => {
    const clock = new FakeClock();
    const terminal = new TestTerminal({ clock });
    const work = Promise.withResolvers<void>();
    const ended = withProgress(terminal, 'Reading', async (progress) => {
      progress.show('Reading: 1 of 3');
      await work.promise;
    });
    await clock.advance(4_999);
    expect(terminal.output.stderr).toBe('');
    await clock.advance(10_001);
    work.resolve();
    await ended;
    expect(terminal.output.stderr).toBe('watchfloor: Reading: 1 of 3 …\n'.repeat(3));
    expect(clock.sleeping).toBe(0);
  });

  test('rewrites one line of a terminal after 1 s, and removes it at the end', async () => {
    const clock = new FakeClock();
    const terminal = new TestTerminal({ clock, columns: 80 });
    const progress = new Progress(terminal, 'Reading');
    for (const text of ['a', 'b', 'c', 'd']) {
      progress.show(text);
      await clock.advance(500);
    }
    progress.end();
    progress.show('e');
    expect(terminal.output.stderr).toBe('\rc\u001b[K\rd\u001b[K\r\u001b[K');
  });

  test('ends when rows are printed to the same terminal', async () => {
    const clock = new FakeClock();
    const terminal = new TestTerminal({ clock, columns: 80 });
    const progress = new Progress(terminal, 'Reading');
    await clock.advance(1_000);
    progress.show();
    progress.printsRows();
    await clock.advance(1_000);
    progress.show('more');
    expect(terminal.output.stderr).toBe('\rReading\u001b[K\r\u001b[K');
  });
});

/** Every look at this clock is 10 s later. The first sleeps end at once, for commands that never wait for a timer. */
function hurriedClock(): Clock {
  let [now, sleeps] = [0, 0];
  return {
    ...createSystemClock(),
    monotonic: () => (now += 10_000),
    async sleep() {
      sleeps += 1;
      if (sleeps > 20) await setImmediate();
    },
  };
}

describe('[CLI-7] with a log instead of a terminal, progress is printed by', () => {
  let workplace: Workplace;
  let simulator: Simulator;
  let profile: string;
  beforeAll(async () => {
    workplace = await Workplace.create();
    simulator = await startSimulator({ scenario: 'none', subscriptions: 300 });
    profile = await workplace.profile(simulator);
    const store = await workplace.openStore();
    await store.writer.append(batchOf('opens', receivedEvents(1, 600)));
    await store.close();
  });
  afterAll(async () => {
    await workplace.close();
    await simulator.stop();
  });

  const file = (name: string) => join(workplace.folder, name);
  test.each<[string, () => string[], string]>([
    ['events', () => ['events'], 'events printed'],
    ['events --output', () => ['events', '--output', file('all.jsonl')], 'of 600 events'],
    ['count', () => ['count'], 'Reading the store|row printed'],
    ['cases', () => ['cases'], 'Reading the store'],
    ['requests', () => ['requests'], 'Reading the store'],
    ['alarms', () => ['alarms'], 'Reading the store'],
    ['report', () => ['report', '--since', '2h'], 'Making the report'],
    [
      'support-pack',
      () => ['support-pack', '--query', 'event:=e-7', '-o', file('pack.zip')],
      'Writing the support pack',
    ],
    ['store --check', () => ['store', '--check'], 'Checking the store'],
    ['backup', () => ['backup', '--to', file('copy.db')], 'Copying: \\d+ ?%|Checking the copy'],
    ['restore', () => ['restore', '--from', file('copy.db')], 'Adding'],
    ['search --all', () => ['search', '--all', '--profile', profile], '\\d+ of 300 subscriptions'],
    ['doctor', () => ['doctor', '--profile', profile], 'Testing: '],
  ])('%s', async (name, args, words) => {
    const secret = { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret };
    const command = workplace.runInProcess([...args(), '--data-dir', workplace.dataDir], secret, '', hurriedClock());
    await command.waitForText(new RegExp(`^watchfloor: .*(${words}).* …$`, 'm')).catch(() => undefined);
    if (name === 'doctor') await command.stop();
    else expect([await command.exit, command.stderr]).toEqual([0, expect.any(String)]);
    expect(command.stderr).toMatch(new RegExp(`^watchfloor: .*(${words}).* …$`, 'm'));
  });
});
