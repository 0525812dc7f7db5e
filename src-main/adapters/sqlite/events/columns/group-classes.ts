/**
 * Maps facets to groups of events. Facets with equal values in the requested fields are one class, so that a tally is
 * as small as its answer. A facet with two codes has a class that counts for two groups.
 */
import type { FacetField } from '../../../../../src-shared/domain/event/event-fields.ts';
import { appError } from '../../../../../src-shared/api/errors.ts';
import type { EventGroup } from '../../../../core/ports/event-store.ts';
import type { FacetIndex, ValueSets } from './facet-index.ts';

type Values = readonly (string | null)[];

/** Max classes times buckets, and max groups of all classes: some 32 MB while counting. */
const MAX_CELLS = 4_194_304;
const MAX_GROUPS = 262_144;
const MAX_RESULT_GROUPS = 262_144;

const latest = new WeakMap<FacetIndex, { readonly key: string; readonly classes: GroupClasses }>();

/** Caches the latest classes. @throws AppError BAD_ARGUMENT if groups would need too much memory */
export function groupClasses(facetIndex: FacetIndex, by: readonly FacetField[], buckets: number): GroupClasses {
  const key = JSON.stringify([facetIndex.revision, by, buckets]);
  const known = latest.get(facetIndex);
  if (known?.key === key) return known.classes;
  const classes = new GroupClasses(facetIndex, by, buckets);
  latest.set(facetIndex, { key, classes });
  return classes;
}

const latestDivision = new WeakMap<FacetIndex, { readonly key: string; readonly division: Division }>();

/** Caches the latest division: with all fields it takes longer than counting a million events. */
export function facetDivision(facetIndex: FacetIndex, by: readonly FacetField[]): Division {
  const key = JSON.stringify([facetIndex.revision, by]);
  const known = latestDivision.get(facetIndex);
  if (known?.key === key) return known.division;
  const division = classesOf(
    facetIndex,
    by.map((field) => facetIndex.valueSets(field)),
  );
  latestDivision.set(facetIndex, { key, division });
  return division;
}

export class GroupClasses {
  readonly classes: Uint32Array;
  readonly classCount: number;
  readonly #groups: readonly (readonly number[])[];
  readonly #values: readonly Values[];

  constructor(facetIndex: FacetIndex, by: readonly FacetField[], buckets: number) {
    const fields = by.map((field) => facetIndex.valueSets(field));
    const { classes, members } = classesOf(facetIndex, fields);
    const setsOf = members.map((facet) => fields.map(({ setOf, sets }) => sets[setOf[facet] ?? 0]?.values ?? []));
    const groups = setsOf.reduce((sum, sets) => sum + sets.reduce((product, { length }) => product * length, 1), 0);
    if (groups > MAX_GROUPS || members.length * buckets > MAX_CELLS) throw tooManyGroups();
    const combinations = new Combinations();
    this.classes = classes;
    this.classCount = members.length;
    this.#groups = setsOf.map((sets) => combinations.of(sets));
    this.#values = combinations.values;
  }

  /** @throws AppError BAD_ARGUMENT if there are more groups than an answer may have */
  groupsOf(counts: Float64Array, maxGroups = MAX_RESULT_GROUPS): EventGroup[] {
    const found: EventGroup[] = [];
    const sums = new Float64Array(this.#values.length);
    for (let bucket = 0; bucket * this.classCount < counts.length; bucket += 1) {
      const touched: number[] = [];
      for (let each = 0; each < this.classCount; each += 1) {
        const count = counts[bucket * this.classCount + each] ?? 0;
        if (count === 0) continue;
        for (const group of this.#groups[each] ?? []) {
          const sum = sums[group] ?? 0;
          if (sum === 0) touched.push(group);
          sums[group] = sum + count;
        }
      }
      if (found.length + touched.length > maxGroups) throw tooManyGroups();
      for (const group of touched) {
        found.push({ values: this.#values[group] ?? [], bucket, count: sums[group] ?? 0 });
        sums[group] = 0;
      }
    }
    return found;
  }
}

interface Division {
  readonly classes: Uint32Array;
  /** Has a facet of each class. */
  readonly members: readonly number[];
}

/** Divides the facets by one field after the other. */
function classesOf(facetIndex: FacetIndex, fields: readonly ValueSets[]): Division {
  const classes = new Uint32Array(facetIndex.size);
  let members = classes.length > 1 ? [1] : [];
  for (const { setOf, sets } of fields) {
    const classOf = new Map<number, number>();
    members = [];
    for (let id = 1; id < classes.length; id += 1) {
      const key = (classes[id] ?? 0) * sets.length + (setOf[id] ?? 0);
      let divided = classOf.get(key);
      if (divided === undefined) {
        divided = members.length;
        classOf.set(key, divided);
        members.push(id);
      }
      classes[id] = divided;
    }
  }
  return { classes, members };
}

/** Numbers the combinations of values, each once, and those of the first fields before them. */
class Combinations {
  readonly values: Values[] = [[]];
  readonly #longer = new Map<number, Map<string | null, number>>();

  of(sets: readonly Values[]): readonly number[] {
    let heads = [0];
    for (const set of sets) {
      const longer: number[] = [];
      for (const head of heads) for (const value of set) longer.push(this.#with(head, value));
      heads = longer;
    }
    return heads;
  }

  #with(head: number, value: string | null): number {
    let longer = this.#longer.get(head);
    if (longer === undefined) this.#longer.set(head, (longer = new Map()));
    let number = longer.get(value);
    if (number === undefined) {
      number = this.values.length;
      longer.set(value, number);
      this.values.push([...(this.values[head] ?? []), value]);
    }
    return number;
  }
}

function tooManyGroups() {
  return appError('BAD_ARGUMENT', {
    words: 'There would be too many groups. Name fewer fields, a longer --every, or a shorter time.',
  });
}
