/** Lists the named scenarios in the order in which users see them: `product.md` "Practice". */
import type { Scenario, ScenarioDescription } from './scenario.ts';
import { calmShift } from './calm-shift.ts';
import { clockOffset } from './clock-offset.ts';
import { failureStorm } from './failure-storm.ts';
import { flakyNetwork } from './flaky-network.ts';
import { partialRequests } from './partial-requests.ts';
import { poisonEvents } from './poison-events.ts';
import { seatTaken } from './seat-taken.ts';
import { silentStall } from './silent-stall.ts';
import { tokenExpiry } from './token-expiry.ts';
import { troubledShift } from './troubled-shift.ts';
import { UnfulfillableRequest } from '../service/unfulfillable-request.ts';

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
