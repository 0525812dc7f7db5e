/** Starts a simulator and a workplace for each test of a file, and removes both after it. */
import { afterEach, beforeEach } from 'vitest';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import type { Clock } from '../../src-main/core/ports/clock.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { type InProcessCommand, type RunningCommand, Workplace } from '../support/command.ts';

export interface SimulatedService {
  readonly workplace: Workplace;
  readonly simulator: Simulator;
  /** Collects in a process of its own. Uses the correct secret unless another is given. */
  collect(profile: string, secret?: string): RunningCommand;
  /** Collects in the test's own process, which takes half the time. */
  collectInProcess(profile: string, secret?: string, clock?: Clock): InProcessCommand;
}

/** Call at the top of a test file. The members belong to the running test. */
export function simulatedService(): SimulatedService {
  let workplace: Workplace;
  let simulator: Simulator;
  beforeEach(async () => {
    workplace = await Workplace.create();
    simulator = await startSimulator({ scenario: 'none', subscriptions: 1_000 });
  });
  afterEach(async () => {
    await workplace.close();
    await simulator.stop();
  });
  return {
    get workplace() {
      return workplace;
    },
    get simulator() {
      return simulator;
    },
    collect: (profile, secret = simulator.clients.basic.clientSecret) => workplace.collect(profile, secret),
    collectInProcess(profile, secret = simulator.clients.basic.clientSecret, clock) {
      const args = ['collect', '--profile', profile, '--data-dir', workplace.dataDir];
      return workplace.runInProcess(args, { [SECRET_VARIABLE]: secret }, '', clock);
    },
  };
}
