/** Lists the named scenarios in the order in which users see them: `product.md` "Practice". */
import type { Scenario, ScenarioDescription } from './scenario.ts';
import { calmShift } from './scenarios/calm-shift.ts';
import { clockOffset } from './scenarios/clock-offset.ts';
import { failureStorm } from './scenarios/failure-storm.ts';
import { flakyNetwork } from './scenarios/flaky-network.ts';
import { partialRequests } from './scenarios/partial-requests.ts';
import { poisonEvents } from './scenarios/poison-events.ts';
import { seatTaken } from './scenarios/seat-taken.ts';
import { silentStall } from './scenarios/silent-stall.ts';
import { tokenExpiry } from './scenarios/token-expiry.ts';
import { troubledShift } from './scenarios/troubled-shift.ts';
import { UnfulfillableRequest } from './unfulfillable-request.ts';

const playable: readonly Scenario[] = [
  calmShift,
  troubledShift,
  failureStorm,
  partialRequests,
  seatTaken,
  clockOffset,
  flakyNetwork,
  silentStall,
  tokenExpiry,
  poisonEvents,
];

export const scenarios: readonly ScenarioDescription[] = playable.map(({ name, title, description }) => ({
  name,
  title,
  description,
}));

/** Plays only session events, for tests that send their own events. */
export const NO_SCENARIO = 'none';

/**
 * Returns null for {@link NO_SCENARIO}.
 * @throws UnfulfillableRequest for an unknown name; its message lists the known ones
 */
export function findScenario(name: string): Scenario | null {
  if (name === NO_SCENARIO) return null;
  const scenario = playable.find((candidate) => candidate.name === name);
  if (scenario !== undefined) return scenario;
  const names = playable.map((each) => each.name).join(', ');
  throw new UnfulfillableRequest(`There is no scenario "${name}". Choose one of: ${names}.`);
}
