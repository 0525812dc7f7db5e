/** Runs Practice with the embedded simulator on a loopback port, so that it uses the same code as a real service. */
import { scenarios } from '../../../src-simulator/configuration/scenario-list.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import { PRACTICE_ID } from '../../../src-shared/domain/identity.ts';
import { PRACTICE_NAME } from '../../../src-shared/domain/profile/profile-fields.ts';
import { DEFAULT_KEEP_DAYS, DEFAULT_SILENCE_MINUTES } from '../../../src-shared/domain/profile/profile.ts';
import type { Practice } from '../../core/ports/practice.ts';

const DEFAULT_SCENARIO = 'calm-shift';

export function createSimulatorPractice(): Practice {
  return {
    scenarios,
    defaultScenario: DEFAULT_SCENARIO,
    async start(scenario) {
      if (!scenarios.some(({ name }) => name === scenario))
        throw appError('NO_SCENARIO', { scenario, known: scenarios.map(({ name }) => name) });
      // With its web and sign-in servers it takes 20 MiB, and a collector without a page never practises.
      const { startSimulator } = await import('../../../src-simulator/simulator.ts');
      const simulator = await startSimulator({ scenario });
      return {
        profile: {
          ...simulator.profile,
          id: PRACTICE_ID,
          name: PRACTICE_NAME,
          clientId: simulator.clients.basic.clientId,
          flow: 'clientCredentials',
          clientAuthentication: 'basic',
          heartbeatSeconds: 30,
          attemptSilenceMinutes: DEFAULT_SILENCE_MINUTES,
          keepDays: DEFAULT_KEEP_DAYS,
          proxy: 'none',
          statusPage: simulator.statusPage,
          watchAtStart: false,
          pageRules: [],
        },
        clientSecret: simulator.clients.basic.clientSecret,
        stop: () => simulator.stop(),
      };
    },
  };
}
