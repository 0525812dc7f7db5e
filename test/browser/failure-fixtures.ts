/** Fixtures for journeys about failures: a simulated service, and a function that sends failed events. */
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import type { Clock } from '../../src-main/core/ports/clock.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import type { InProcessCommand } from '../support/command.ts';
import { expect, type Fixtures, signal, type Started, test as base } from './page.ts';

interface StartedWatch {
  readonly origin: string;
  readonly command: InProcessCommand;
}

interface TroubledFixtures {
  simulator: Simulator;
  /** Watches the simulator and opens the page. Can be called again after a restart. */
  watch: () => Promise<StartedWatch>;
  /** Starts a host for the simulator without opening the page. All hosts have the same profile and data folder. */
  host: (clock?: Clock) => Promise<Started>;
  /** Starts the same as a process. */
  watchInProcess: (environment?: Record<string, string>) => ReturnType<Fixtures['startProcess']>;
  send: (...events: ReceivedEvent[]) => void;
}

export const test = base.extend<TroubledFixtures>({
  // Opens the default screen of the page.
  opens: null,
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  simulator: async ({}, use) => {
    const simulator = await startSimulator({ scenario: 'none', subscriptions: 100 });
    await use(simulator);
    await simulator.stop();
  },
  watch: async ({ simulator, workplace, start, page }, use) => {
    const profile = await workplace.profile(simulator, { name: 'Acme Europe' });
    await use(async () => {
      const secret = { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret };
      const { link, command } = await start(['--profile', profile], secret);
      await page.goto(link);
      await expect(signal(page)).toHaveText(/Watching/);
      return { origin: new URL(link).origin, command };
    });
  },
  host: async ({ simulator, workplace, start }, use) => {
    const args = ['--profile', await workplace.profile(simulator)];
    const secret = { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret };
    await use((clock) => start(args, secret, clock));
  },
  watchInProcess: async ({ simulator, workplace, startProcess }, use) => {
    const args = ['--profile', await workplace.profile(simulator)];
    const secret = { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret };
    await use((environment) => startProcess(args, { ...secret, ...environment }));
  },
  send: async ({ simulator }, use) => {
    await use((...events) => {
      for (const { kind, id, data } of events) simulator.control.emit({ event: kind, id, data });
    });
  },
});
