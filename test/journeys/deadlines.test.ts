/** Follows one failure through the complete backend: overdue here, then at an outlet, taken, and ended. */
import { expect, test, vi } from 'vitest';
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import { startAlertmanager } from '../support/alertmanager.ts';
import { InProcessCommand } from '../support/command.ts';
import { startReceiver } from '../support/http-receiver.ts';
import { missingAlertmanager } from '../support/missing-programs.ts';
import { sentLocalization } from '../doubles/sent-failures.ts';
import { ALLOCATION_CAUSE, alarmFixture, failedEvent, WAIT_OPTIONS } from './alarm-fixture.ts';

const workplace = alarmFixture();
const MINUTE = 60_000;
const EID = '89049032000001000000003572847001';

/** A system clock that the test sets forward. */
class SetClock {
  readonly #clock = createSystemClock();
  aheadMs = 0;
  now = () => this.#clock.now() + this.aheadMs;
  monotonic = () => this.#clock.monotonic();
  elapsed = () => this.#clock.elapsed();
  sleep = (ms: number, signal: AbortSignal) => this.#clock.sleep(ms, signal);
}

const deadlineOf = ({ data }: { readonly data: Readonly<Record<string, unknown>> }) =>
  data['deadline'] as { readonly kind: string; readonly at: number } | null;

async function run(...args: readonly string[]): Promise<string> {
  const command = new InProcessCommand([...args, '--data-dir', workplace.dataDir()]);
  expect({ code: await command.exit, stderr: command.stderr }).toEqual({ code: 0, stderr: '' });
  return command.stdout;
}

test('[DEADLINE-8] a failure that no operator handles is overdue here, then at the outlet for overdue groups, until it is taken and ended', async () => {
  const [receiver, clock] = [await startReceiver(), new SetClock()];
  const watch = await workplace.startWatch(undefined, undefined, clock);
  const add = ['outlets', 'add', 'cloudevents', 'second', '--url', receiver.url, '--send', 'overdue'];
  await run(...add);
  await vi.waitFor(async () => expect(await run('outlets', 'list')).toContain('"state":"ready"'), WAIT_OPTIONS);
  const titles = () => watch.notifier.calls.map(({ title }) => title);
  const types = () => receiver.events().map((event) => [event.type, deadlineOf(event)?.kind]);

  workplace.send(failedEvent(1));
  await vi.waitFor(() => expect(titles()).toHaveLength(1), WAIT_OPTIONS);
  clock.aheadMs += 15 * MINUTE;
  await vi.waitFor(() => expect(titles()[1]).toMatch(/^Not taken by .* · Allocation failed/), {
    ...WAIT_OPTIONS,
    timeout: 5_000 + 3_000,
  });
  expect(receiver.received).toEqual([]);

  clock.aheadMs += 15 * MINUTE;
  await vi.waitFor(() => expect(types()).toEqual([['watchfloor.group.overdue.v1', 'take']]), WAIT_OPTIONS);
  const [overdue] = receiver.events();
  if (overdue === undefined) throw new Error('No event was received.');
  const dueAt = deadlineOf(overdue)?.at;
  const [alarm] = (await watch.alarms()).filter(({ about }) => about.kind === 'overdue');
  expect(overdue).toMatchObject({
    time: new Date(dueAt ?? 0).toISOString(),
    data: { title: expect.stringMatching(/^Not taken in time: Allocation failed/) },
  });
  expect(alarm).toMatchObject({
    about: { cause: ALLOCATION_CAUSE, deadline: 'take', dueAt, endedAt: null },
    deliveries: [
      { outlet: 'desktop', outcome: 'delivered' },
      { outlet: expect.any(String), outcome: 'delivered' },
    ],
  });

  await run('take', ALLOCATION_CAUSE, '--by', 'Jonas Lind');
  await vi.waitFor(() => expect(types()[1]).toEqual(['watchfloor.group.taken.v1', 'take']), WAIT_OPTIONS);
  await vi.waitFor(
    async () =>
      expect((await watch.alarms()).some(({ about }) => about.kind === 'overdue' && about.endedAt === null)).toBe(
        false,
      ),
    WAIT_OPTIONS,
  );

  clock.aheadMs += 240 * MINUTE;
  await vi.waitFor(() => expect(titles()[2]).toMatch(/^Not ended by/), WAIT_OPTIONS);
  clock.aheadMs += 15 * MINUTE;
  await vi.waitFor(() => expect(types()[2]).toEqual(['watchfloor.group.overdue.v1', 'end']), WAIT_OPTIONS);
  workplace.send(sentLocalization({ eid: EID, operation: 'LOCALIZED', at: Date.now() + 1_000 }));
  await vi.waitFor(() => expect(types()[3]).toEqual(['watchfloor.group.ended.v1', 'end']), WAIT_OPTIONS);
  expect([titles().length, types().length]).toEqual([3, 4]);
});

test.skipIf(missingAlertmanager() !== null)(
  '[DEADLINE-8] a real Alertmanager gets an overdue group as an alert of its own, which ends when the group is taken',
  { timeout: 120_000 },
  async () => {
    const [alertmanager, clock] = [await startAlertmanager(), new SetClock()];
    // Alertmanager does not show alerts that start in its future.
    clock.aheadMs = -31 * MINUTE;
    const watch = await workplace.startWatch(undefined, undefined, clock);
    await run('outlets', 'add', 'alertmanager', 'second', '--url', alertmanager.url, '--send', 'overdue');
    await vi.waitFor(async () => expect(await run('outlets', 'list')).toContain('"state":"ready"'), WAIT_OPTIONS);
    workplace.send(failedEvent(1));
    await vi.waitFor(() => expect(watch.notifier.calls).toHaveLength(1), WAIT_OPTIONS);
    clock.aheadMs += 15 * MINUTE;
    await vi.waitFor(() => expect(watch.notifier.calls).toHaveLength(2), WAIT_OPTIONS);
    expect(await alertmanager.alerts()).toEqual([]);
    clock.aheadMs += 15 * MINUTE;
    await vi.waitFor(
      async () =>
        expect(await alertmanager.alerts()).toMatchObject([
          {
            labels: { alertname: 'WatchfloorOverdue', deadline: 'take', severity: 'critical' },
            annotations: { summary: expect.stringMatching(/^Not taken in time: Allocation failed/) },
          },
        ]),
      WAIT_OPTIONS,
    );
    await run('take', ALLOCATION_CAUSE, '--by', 'Jonas Lind');
    await vi.waitFor(async () => expect(await alertmanager.alerts()).toEqual([]), WAIT_OPTIONS);
  },
);
