import type { LabelLimits } from './metric-factory.ts';
import { MAX_OUTLETS } from '../../../src-shared/domain/outlets/outlet.ts';

/** With ten profiles in one process. Each further profile adds about 45. */
export const MAX_SERIES = 500;
/** `process_…`, `nodejs_…` and `watchfloor_info`. */
const PROCESS_SERIES = 7;
const SERIES_PER_OUTLET = 4;
const SERIES_PER_COUNTRY = 2;
/** 40 countries, `unknown` and `other`. */
const MAX_COUNTRY_LABELS = 42;
const MAX_OUTLET_LABELS = MAX_OUTLETS + 1;

/** Every profile shows at least one series for its outlets and one for its countries. */
const LEAST_FOR_LABELS = SERIES_PER_OUTLET + SERIES_PER_COUNTRY;

interface TeamSeries {
  readonly seat: number;
  readonly details: number;
}

/** `fixed`: series of a profile without countries, outlets and team. */
export function labelLimits(profiles: number, fixed: number, team: TeamSeries | null = null): LabelLimits {
  const room = Math.floor((MAX_SERIES - PROCESS_SERIES) / Math.max(1, profiles)) - fixed;
  const hasTeamDetails = team !== null && room - team.seat - team.details >= LEAST_FOR_LABELS;
  const left = room - (team?.seat ?? 0) - (hasTeamDetails ? team.details : 0);
  const outlets = clamp(Math.floor(left / 2 / SERIES_PER_OUTLET), 1, MAX_OUTLET_LABELS);
  const countries = Math.floor((left - outlets * SERIES_PER_OUTLET) / SERIES_PER_COUNTRY);
  return { outlets, countries: clamp(countries, 1, MAX_COUNTRY_LABELS), hasTeamDetails };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
