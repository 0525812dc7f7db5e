/** Tests the heartbeat of a real collector whose process is stopped and continued. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { heartbeatReceiver } from '../doubles/heartbeat-receiver.ts';
import { simulatedService } from '../journeys/simulated-service.ts';

const service = simulatedService();
/** Longer than the time after which a process does not trust its stream. */
const STOPPED_MS = 9_000;
/** Pings are due every five seconds, and what waited in the socket counts for five seconds. */
const AFTERWARDS_MS = 12_000;
const WAIT_OPTIONS = { timeout: 60_000, interval: 50 };

describe.skipIf(process.platform === 'win32')('a collector that is stopped with SIGSTOP', () => {
  test('[OUTLET-40] sends no ping, and after SIGCONT none before its stream has shown that it is alive', async () => {
    const pings: number[] = [];
    const url = await heartbeatReceiver(() => pings.push(Date.now()));
    const { workplace, simulator } = service;
    const profile = await workplace.profile(simulator);
    const options = ['--data-dir', workplace.dataDir, '--profile', profile];
    await workplace.output(['outlets', 'add', 'heartbeat', 'alive', '--url', url, '--every', '5', ...options]);
    const collector = service.collect(profile);
    await vi.waitFor(() => expect(pings.length).toBe(2), WAIT_OPTIONS);

    collector.process.kill('SIGSTOP');
    await pause(1_000);
    const before = pings.length;
    // Waits in the socket, and says nothing about the time after it.
    simulator.control.emit({ event: 'HEARTBEAT', id: null, retry: null, data: {} });
    simulator.control.stall(true);
    await pause(STOPPED_MS);
    expect(pings.length).toBe(before);
    collector.process.kill('SIGCONT');
    await pause(AFTERWARDS_MS);
    expect(pings.length).toBe(before);

    simulator.control.stall(false);
    simulator.control.emit({ event: 'HEARTBEAT', id: null, retry: null, data: {} });
    await vi.waitFor(() => expect(pings.length).toBeGreaterThan(before), WAIT_OPTIONS);
    expect(await collector.stop()).toBe(0);
  });
});
