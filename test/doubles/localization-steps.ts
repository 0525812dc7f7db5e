import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import { localizationEvent } from './case-events.ts';

/**
 * Makes the events of one eUICC. A step is `MINUTE OPERATION STATE`, followed by names and values of further fields,
 * such as `5 ENABLED COMPLETED created 0 iccid 891`. `created none` leaves out the time of the provider.
 */
export function localizationSteps(steps: readonly string[]): EventSummary[] {
  return steps.map((step, index) => {
    const [at, operation, state, ...more] = step.split(' ');
    const named = Object.fromEntries(
      more.flatMap((name, position) => (position % 2 === 0 ? [[name, more[position + 1] ?? '']] : [])),
    ) as Record<string, string>;
    const { created, inner, ...fields } = named;
    return localizationEvent(index + 1, Number(at), {
      operation,
      state,
      ...fields,
      ...(created !== undefined && { created: created === 'none' ? null : Number(created) }),
      ...(inner !== undefined && { inner: [inner] }),
    });
  });
}
