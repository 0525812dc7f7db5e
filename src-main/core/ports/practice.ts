/** Practice: runs the built-in simulator next to the backend. */
import type { PracticeScenario } from '../../../src-shared/api/watch.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';

interface PracticeService {
  /** Has the id `PRACTICE_ID`. */
  readonly profile: ConnectionProfile;
  readonly clientSecret: string;
  stop(): Promise<void>;
}

export interface Practice {
  readonly scenarios: readonly PracticeScenario[];
  /** Name of the default scenario. */
  readonly defaultScenario: string;
  /** @throws AppError NO_SCENARIO */
  start(scenario: string): Promise<PracticeService>;
}
