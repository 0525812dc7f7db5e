import { CappedSums, OTHER } from './capped-sums.ts';
import { ABSENT_IF_BEHIND, type MetricFactory, type ShowFigures } from './metric-factory.ts';

const OUTCOMES = ['succeeded', 'failed'] as const;
const NO_COUNTRY = 'unknown';
/** ISO 3166-1 alpha-2. Source: `service-spec.md`, `localizedProfile.countryCode`. */
const COUNTRY = /^[A-Z]{2}$/;

export function attemptMetrics({ counter }: MetricFactory): ShowFigures {
  const help =
    'Localization attempts that ended since the start of this process. The first countries have a series, later ones ' +
    `share "other"; "unknown" named none. ${ABSENT_IF_BEHIND}`;
  const total = counter('attempts_total', help, 'outcome', 'country');
  const known = new Map<string, CappedSums>();
  return ({ snapshot, cases }, { countries }) => {
    if (cases === null) return;
    const profile = snapshot.profile.id;
    const sums = known.get(profile) ?? new CappedSums();
    known.set(profile, sums);
    // Countries that are new together get their labels by their size.
    const largestFirst = cases.attempts.toSorted((one, other) => other.count - one.count);
    sums.update(
      largestFirst.map(({ country, ...one }) => ({ ...one, id: country ?? '', name: labelFor(country) })),
      countries,
    );
    // Both outcomes start with 0: Prometheus cannot compute a rate for the first value of a new series.
    for (const country of new Set([OTHER, ...Array.from(sums.sums(), ({ label }) => label)]))
      for (const outcome of OUTCOMES) total.inc({ profile, outcome, country }, 0);
    for (const { label, outcome, count } of sums.sums()) total.inc({ profile, outcome, country: label }, count);
  };
}

function labelFor(country: string | null): string {
  if (country === null) return NO_COUNTRY;
  return COUNTRY.test(country) ? country : OTHER;
}
