import type { Practice } from '../../src-main/core/ports/practice.ts';
import { PRACTICE_ID } from '../../src-shared/domain/identity.ts';
import { someProfile } from './profile.ts';

export class RecordingPractice implements Practice {
  readonly scenarios = [{ name: 'calm', title: 'Calm shift', description: 'Little happens.' }];
  readonly defaultScenario = 'calm';
  readonly journal: string[] = [];
  async start(scenario: string) {
    this.journal.push(`start ${scenario}`);
    return {
      profile: { ...someProfile, id: PRACTICE_ID, name: 'Practice' },
      clientSecret: 'practice secret',
      stop: async () => void this.journal.push('stop'),
    };
  }
}
