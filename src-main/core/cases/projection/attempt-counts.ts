import type { AttemptCount } from '../../ports/case-projection.ts';

/** ISO 3166-1 has about 250 codes. A service that invents more must not fill the memory. */
const MAX_COUNTRIES = 300;

export class AttemptCounts {
  readonly #counts = new Map<string | null, Map<AttemptCount['outcome'], number>>();

  add({ outcome, country, count }: AttemptCount): void {
    const isKept = this.#counts.has(country) || this.#counts.size < MAX_COUNTRIES;
    const key = isKept ? country : null;
    const known = this.#counts.get(key) ?? new Map<AttemptCount['outcome'], number>();
    known.set(outcome, (known.get(outcome) ?? 0) + count);
    this.#counts.set(key, known);
  }

  *all(): Generator<AttemptCount> {
    for (const [country, outcomes] of this.#counts)
      for (const [outcome, count] of outcomes) yield { outcome, country, count };
  }
}
