/** Tests a consumer in Python, which shares no code with Watchfloor, under faults and with the report. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { missingPython } from '../support/python.ts';
import { simulatorForTest } from '../fixtures/consumer.ts';

const CONSUMER = fileURLToPath(new URL('../../docs/examples/consumer.py', import.meta.url));
/** Gives one heartbeat a second. */
const TIME_SCALE = 30;

test.skipIf(missingPython() !== null)(
  '[PAGE-338] a consumer in Python pages through the fleet, follows the stream through faults, and keeps every tested rule',
  async () => {
    const simulator = await simulatorForTest({ timeScale: TIME_SCALE });
    const { control, profile, clients } = simulator;
    const { clientId, clientSecret } = clients.basic;
    const slowDown = { status: 503, headers: { 'retry-after': '1' } };
    control.planFault({ endpoint: 'search', after: 1, answer: { status: 401 } });
    control.planFault({ endpoint: 'search', after: 2, answer: slowDown });
    control.planFault({ endpoint: 'subscribe', answer: slowDown });
    control.planFault({ endpoint: 'subscribe', cutAfterBytes: 400 });

    const addresses = ['--base', profile.baseUrl, '--events', profile.eventsUrl, '--auth', profile.authUrl];
    const who = ['--realm', profile.realm, '--client', clientId, '--sessions', '3'];
    const consumer = spawn('python3', [CONSUMER, ...addresses, ...who], {
      env: { ...process.env, CLIENT_SECRET: clientSecret },
    });
    onTestFinished(() => void consumer.kill('SIGKILL'));
    const [output, complained, ended] = [text(consumer.stdout), text(consumer.stderr), once(consumer, 'close')];
    // The first stream was cut. The second ends with SUBSCRIPTION_ENDED, as after 30 minutes.
    await vi.waitFor(() => expect(control.requests({ endpoint: 'subscribe', status: 200 })).toHaveLength(2), 20_000);
    control.endSession();
    const [code] = (await ended) as [number | null];
    expect([code, await complained]).toEqual([0, '']);

    const lines = (await output).split('\n').slice(0, -1);
    const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const saw = (what: string) => records.filter((line) => line['what'] === what);
    expect(saw('fleet')).toEqual([{ what: 'fleet', items: 1000, hits: 1000 }]);
    expect(saw('refused').map(({ status }) => status)).toEqual([401, 503, 503]);
    expect([saw('signed-in').length, saw('broken').length]).toEqual([2, 1]);
    const events = saw('event').map(({ event }) => event);
    expect(events.filter((event) => event !== 'HEARTBEAT').slice(-3)).toEqual([
      'SUBSCRIPTION_STARTED',
      'SUBSCRIPTION_ENDED',
      'SUBSCRIPTION_STARTED',
    ]);

    // The consumer requests no permissions, filters no times, localizes nothing, and meets no redirect, silence, other
    // client or early close.
    const { findings, rules } = control.report();
    const untested = rules.flatMap(({ id, state }) => (state === 'not-met' ? [id] : []));
    const notPlayed = [
      'stale-stream',
      'reconnect-after-close',
      'reconnect-after-seat-taken',
      'reconnect-after-401',
      'permissions-kept',
      'utc-times',
      'redirect',
      'no-hammering',
      'localize-retry',
    ];
    expect([findings, untested]).toEqual([[], notPlayed]);
  },
);
