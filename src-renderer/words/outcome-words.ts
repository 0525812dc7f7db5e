import type { Outcome } from '../../src-shared/domain/event/event.ts';

export const outcomeWords: Record<Outcome, string> = {
  succeeded: 'Succeeded',
  failed: 'Failed',
  partial: 'Partial',
  'in-progress': 'In progress',
  unknown: 'Unknown',
};
