import { CappedSums, OTHER } from './capped-sums.ts';
import { ABSENT_IF_BEHIND, type MetricFactory, type ShowFigures } from './metric-factory.ts';

/** Each outcome starts with 0: Prometheus cannot compute a rate for the first value of a new series. */
export const ATTEMPT_OUTCOMES = ['succeeded', 'failed'] as const;
const NO_COUNTRY = 'unknown';
/** ISO 3166-1 alpha-2. Source: `docs/service.md` §5.1. */
const COUNTRY = /^[A-Z]{2}$/;

export function attemptMetrics({ counter }: MetricFactory): ShowFigures {
  const help =
    'Localization attempts that ended since the start of this process. The first countries have a series, later ones ' +
    `share "other"; "unknown" named none. ${ABSENT_IF_BEHIND}`;
  const byCountry = counter('attempts_total', help, 'outcome', 'country');
  const total = counter(
    'localization_attempts_total',
    `Localization attempts of all countries that ended since the start of this process. ${ABSENT_IF_BEHIND}`,
    'outcome',
  );
  const known = new Map<string, { readonly countries: CappedSums; readonly all: CappedSums }>();
  return ({ snapshot, cases }, { countries }) => {
    if (cases === null) return;
    const profile = snapshot.profile.id;
    const { countries: sums, all } = known.get(profile) ?? { countries: new CappedSums(), all: new CappedSums() };
    known.set(profile, { countries: sums, all });
    // Countries that are new together get their labels by their size.
    const largestFirst = cases.attempts.toSorted((one, other) => other.count - one.count);
    const named = largestFirst.map(({ country, ...one }) => ({ ...one, id: country ?? '', name: labelFor(country) }));
    sums.update(named, countries);
    for (const country of new Set([OTHER, ...Array.from(sums.sums(), ({ label }) => label)]))
      for (const outcome of ATTEMPT_OUTCOMES) byCountry.inc({ profile, outcome, country }, 0);
    for (const { label, outcome, count } of sums.sums()) byCountry.inc({ profile, outcome, country: label }, count);
    // A country is new to Prometheus with its first count, so only the sum shows the first storm after a start.
    all.update(named, 1);
    for (const outcome of ATTEMPT_OUTCOMES) total.inc({ profile, outcome }, 0);
    for (const { outcome, count } of all.sums()) total.inc({ profile, outcome }, count);
  };
}

function labelFor(country: string | null): string {
  if (country === null) return NO_COUNTRY;
  return COUNTRY.test(country) ? country : OTHER;
}
