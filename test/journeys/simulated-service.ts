/** A fresh service in miniature and a fresh workplace for each test of a file; both are gone after it. */
import { afterEach, beforeEach } from 'vitest';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import type { Clock } from '../../src-main/core/ports/clock.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { type InProcessCommand, type RunningCommand, Workplace } from '../support/command.ts';

export interface SimulatedService {
  readonly workplace: Workplace;
  readonly simulator: Simulator;
  /** Collects in a process with the profile file and the right secret, unless another is given. */
  collect(profile: string, secret?: string): RunningCommand;
  /** Does the same in the test's own process, which takes half the time. */
  collectInProcess(profile: string, secret?: string, clock?: Clock): InProcessCommand;
}

/** Call at the top of a test file; the members are those of the test that runs. */
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
