import type { PracticeScenario } from '../../../src-shared/api/watch.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';

interface PracticeService {
  readonly profile: ConnectionProfile;
  readonly clientSecret: string;
  stop(): Promise<void>;
}

export interface Practice {
  readonly scenarios: readonly PracticeScenario[];
  readonly defaultScenario: string;
  /** @throws AppError NO_SCENARIO */
  start(scenario: string): Promise<PracticeService>;
}
