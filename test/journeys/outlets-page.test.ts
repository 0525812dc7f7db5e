/** Tests the calls and the feed of the page over the real router, disk, vault and network. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AlarmsSnapshot } from '../../src-shared/api/alarms.ts';
import type { OutletEntry, OutletsSnapshot } from '../../src-shared/api/outlets.ts';
import { appRouter } from '../../src-main/core/api/router.ts';
import { deliveriesWords } from '../../src-shared/words/alarms/delivery-words.ts';
import { anOutlet } from '../doubles/an-outlet.ts';
import { startReceiver } from '../support/http-receiver.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { ALLOCATION_CAUSE, alarmFixture, failedEvent, WAIT_OPTIONS } from './alarm-fixture.ts';

const workplace = alarmFixture();
const SECRET = 'canary-7f3a9c';

test('[ALARM-41] the history of a failure names the desktop, an outlet that works and one that fails, also next to the watcher', async () => {
  const [works, fails] = [await startReceiver(), await startReceiver(503)];
  const { composition, watch } = await workplace.startWatch();
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const context = { backend: composition.backend, connection: { feeds: 0 } };
  const { alarms, outlets } = appRouter.createCaller(context, { signal: ending.signal });
  for (const [name, { url }] of [['ops', works] as const, ['pager', fails] as const]) {
    const { id: _, ...outlet } = anOutlet({ kind: 'cloudevents', name, url });
    await outlets.add({ watch, outlet, secret: null });
  }
  let shown: AlarmsSnapshot | undefined;
  const feed = await alarms.feed({ watch });
  const reading = (async () => {
    // tRPC types an item as the client gets it; here it is still an envelope.
    for await (const item of feed) [, shown] = item as unknown as readonly [string, AlarmsSnapshot];
  })().catch(() => undefined);
  const isReady = ({ outlets: all }: OutletsSnapshot) => all.every(({ status }) => status.kind === 'ready');
  for await (const { state } of composition.backend.watch(watch).outlets.subscribe(ending.signal))
    if (isReady(state)) break;
  workplace.send(failedEvent(1));
  const delivered = /^Desktop accepted \d\d:\d\d · ops \d\d:\d\d · pager not delivered yet: HTTP 503$/;
  const words = () => shown?.alarms.map((alarm) => deliveriesWords(alarm, shown?.outlets ?? [], 'UTC'));
  await vi.waitFor(() => expect(words()).toEqual([expect.stringMatching(delivered)]), WAIT_OPTIONS);
  // Its turn waits behind the first.
  workplace.send(failedEvent(2, { operation: 'ENABLED', errorCode: 'START_PROFILE_ENABLE_FAILED' }));
  await vi.waitFor(
    () => expect(words()).toEqual([expect.stringMatching(delivered), expect.stringMatching(delivered)]),
    WAIT_OPTIONS,
  );
  const printed = await workplace.command('alarms', '--format', 'ndjson');
  const stored = {
    delivery: 'accepted',
    deliveries: [
      {
        outlet: 'Desktop',
        outcome: 'delivered',
        detail: null,
        desk: { kind: 'available', service: 'double 1', banners: 'shown' },
      },
      { outlet: 'ops', outcome: 'delivered', detail: null },
      { outlet: 'pager', outcome: 'retrying', detail: 'HTTP 503' },
    ],
  };
  expect(printed.map((line) => JSON.parse(line) as unknown)).toMatchObject([stored, stored]);
  const [, row] = await workplace.command('alarms', '--format', 'table');
  expect(row).toMatch(/ Desktop accepted \d\d:\d\d · ops \d\d:\d\d · pager not delivered yet: HTTP 503 /);
  ending.abort();
  await reading;
});

test('[OUTLET-74] the page sees each delivery, a failure with its reason and next attempt, and never the secret', async () => {
  const receiver = await startReceiver();
  const keyFile = join(temporaryDirectory(), 'key');
  writeFileSync(keyFile, Buffer.alloc(48, 3).toString('base64'), { mode: 0o600 });
  const { composition, watch } = await workplace.startWatch(undefined, undefined, undefined, keyFile);
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const context = { backend: composition.backend, connection: { feeds: 0 } };
  const { outlets } = appRouter.createCaller(context, { signal: ending.signal });
  const received: string[] = [];
  let shown: OutletEntry | undefined;
  const feed = await outlets.feed({ watch });
  const reading = (async () => {
    for await (const item of feed) {
      // tRPC types an item as the client gets it; here it is still an envelope.
      const [, state] = item as unknown as readonly [string, OutletsSnapshot];
      received.push(JSON.stringify(state));
      [shown] = state.outlets;
    }
  })().catch(() => undefined);
  const { id: _, ...outlet } = anOutlet({ kind: 'template', url: `${receiver.url}/{secret}` });
  await outlets.add({ watch, outlet, secret: SECRET });
  await vi.waitFor(() => expect(shown?.status).toEqual({ kind: 'ready' }), WAIT_OPTIONS);
  const id = shown?.outlet.id ?? '';
  const answers = [await outlets.test({ watch, id })];
  workplace.send(failedEvent(1));
  await vi.waitFor(
    () =>
      expect(shown).toMatchObject({
        status: { kind: 'working' },
        deliveries: [{ outcome: 'delivered', turn: { name: 'opened', subject: ALLOCATION_CAUSE } }],
      }),
    WAIT_OPTIONS,
  );
  expect(receiver.received.map(({ path }) => path)).toEqual([`/${SECRET}`, `/${SECRET}`]);
  await receiver.leave();
  workplace.send(failedEvent(2, { operation: 'ENABLED', errorCode: 'START_PROFILE_ENABLE_FAILED' }));
  await vi.waitFor(
    () =>
      expect(shown).toMatchObject({
        status: { kind: 'failing', failure: { detail: expect.stringContaining('ECONNREFUSED') } },
        deliveries: [{ outcome: 'retrying' }, { outcome: 'delivered' }],
      }),
    WAIT_OPTIONS,
  );
  answers.push(await outlets.test({ watch, id }));
  await outlets.remove({ watch, id });
  await vi.waitFor(() => expect(shown).toBeUndefined(), WAIT_OPTIONS);
  ending.abort();
  await reading;
  expect(answers).toEqual([
    { isAccepted: true, words: 'HTTP 200' },
    { isAccepted: false, words: expect.stringContaining('ECONNREFUSED') },
  ]);
  expect([...received, JSON.stringify(answers)].filter((text) => text.includes(SECRET))).toEqual([]);
});
