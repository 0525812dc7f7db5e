import type { Step, ScenarioSteps } from './stage.ts';

/** Merges two sequences of steps by time. If times are equal, `events` goes first. */
export function* interrupted(events: ScenarioSteps, interruptions: () => ScenarioSteps): ScenarioSteps {
  const faults = interruptions();
  let event = nextOf(events);
  let fault = nextOf(faults);
  while (event !== undefined && fault !== undefined) {
    if (event.afterMs <= fault.afterMs) {
      yield event;
      fault = { ...fault, afterMs: fault.afterMs - event.afterMs };
      event = nextOf(events);
    } else {
      yield fault;
      event = { ...event, afterMs: event.afterMs - fault.afterMs };
      fault = nextOf(faults);
    }
  }
}

function nextOf(steps: ScenarioSteps): Step | undefined {
  const next = steps.next();
  return next.done === true ? undefined : next.value;
}
