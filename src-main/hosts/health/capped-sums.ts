/** Adds up counts under a limited number of labels: the first names have their own, later ones share `other`. */

export const OTHER = 'other';

export interface NamedCount {
  readonly id: string;
  readonly name: string;
  readonly outcome: string;
  /** The sum until now. If it is smaller than before, it has started from 0 again. */
  readonly count: number;
}

export class CappedSums {
  readonly #labels = new Map<string, string>();
  /** By id and outcome. */
  readonly #before = new Map<string, Map<string, number>>();
  readonly #sums = new Map<string, Map<string, number>>();

  /** @param maxLabels `other` included */
  update(counts: readonly NamedCount[], maxLabels: number): void {
    this.#forgetAllBut(new Set(counts.map(({ id }) => id)));
    for (const { id, name, outcome, count } of counts) {
      const label = this.#addLabel(id, name, maxLabels);
      const known = this.#before.get(id) ?? new Map<string, number>();
      const before = known.get(outcome) ?? 0;
      this.#before.set(id, known.set(outcome, count));
      const sums = this.#sums.get(label) ?? new Map<string, number>();
      sums.set(outcome, (sums.get(outcome) ?? 0) + (count < before ? count : count - before));
      this.#sums.set(label, sums);
    }
  }

  labelOf(id: string): string {
    return this.#labels.get(id) ?? OTHER;
  }

  *sums(): Generator<Omit<NamedCount, 'id' | 'name'> & { readonly label: string }> {
    for (const [label, outcomes] of this.#sums)
      for (const [outcome, count] of outcomes) yield { label, outcome, count };
  }

  #addLabel(id: string, name: string, maxLabels: number): string {
    const known = this.#labels.get(id);
    if (known !== undefined) return known;
    const named = new Set(this.#labels.values());
    named.delete(OTHER);
    // A name that is sent again, under another id, keeps its label.
    const label = named.has(name) || named.size + 1 < maxLabels ? name : OTHER;
    this.#labels.set(id, label);
    return label;
  }

  #forgetAllBut(ids: ReadonlySet<string>): void {
    for (const [id, label] of this.#labels) {
      if (ids.has(id)) continue;
      this.#labels.delete(id);
      this.#before.delete(id);
      if (label !== OTHER) this.#sums.delete(label);
    }
  }
}
