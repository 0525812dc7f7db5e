/** Compares incidents with other times. Without zod, for the page. */
import { assertNever } from '../../lib/assert-never.ts';
import type { ProviderIncident, StatusPageReport } from './provider-incident.ts';

/** An incident whose end is not known may last this long after the provider's last word of it. */
const UNKNOWN_END_MS = 3 * 3_600_000;
/** Providers write of an incident after it began: one that was published this long after a failure may be about it. */
export const LATE_WORDS_MS = 3_600_000;

/** Returns the time up to which the page says that it lasted, UTC epoch ms. */
export function knownUntil(incident: ProviderIncident, { answeredAt }: Pick<StatusPageReport, 'answeredAt'>): number {
  const { end, from, updatedAt, unlistedSince } = incident;
  switch (end.kind) {
    case 'ended':
      return Math.max(from, end.at);
    case 'ongoing':
      return Math.max(from, updatedAt, unlistedSince ?? answeredAt ?? updatedAt);
    case 'not-known':
      return Math.max(from, updatedAt);
    default:
      return assertNever(end);
  }
}

/**
 * Returns the incidents that overlap [from, to], oldest first. Without a known end, an incident counts for some hours
 * after its last words.
 */
export function incidentsIn(
  page: Pick<StatusPageReport, 'answeredAt' | 'incidents'>,
  { from, to }: { readonly from: number; readonly to: number },
): ProviderIncident[] {
  return page.incidents
    .filter((incident) => {
      const until = knownUntil(incident, page) + (incident.end.kind === 'ended' ? 0 : UNKNOWN_END_MS);
      return incident.from <= to && until >= from;
    })
    .toSorted((one, other) => one.from - other.from || (one.id < other.id ? -1 : 1));
}
