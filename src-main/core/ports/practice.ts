/** Practice: the built-in simulator, started beside the backend. */
import type { PracticeScenario } from '../../../src-shared/api/watch.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';

interface PracticeService {
  /** Its id is `PRACTICE_ID`. */
  readonly profile: ConnectionProfile;
  readonly clientSecret: string;
  stop(): Promise<void>;
}

export interface Practice {
  readonly scenarios: readonly PracticeScenario[];
  /** Name of the scenario of whoever does not choose. */
  readonly defaultScenario: string;
  /** @throws AppError NO_SCENARIO */
  start(scenario: string): Promise<PracticeService>;
}
