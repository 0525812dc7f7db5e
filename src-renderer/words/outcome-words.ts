import type { Outcome } from '../../src-shared/domain/event.ts';

export const outcomeWords: Record<Outcome, string> = {
  succeeded: 'Succeeded',
  failed: 'Failed',
  partial: 'Partial',
  'in-progress': 'In progress',
  unknown: 'Unknown',
};
