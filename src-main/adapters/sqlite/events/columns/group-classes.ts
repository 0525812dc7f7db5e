/**
 * Maps facets to groups of events. Facets with equal values in the requested fields are one class, so that a tally is
 * as small as its answer. A facet with two codes has a class that counts for two groups.
 */
import type { FacetField } from '../../../../../src-shared/domain/event/event-fields.ts';
import { appError } from '../../../../../src-shared/api/errors.ts';
import type { EventGroup } from '../../../../core/ports/event-store.ts';
import { type FacetIndex, distinctFacetValues } from './facet-index.ts';

type Values = readonly (string | null)[];

/** Max classes times buckets, and max groups of all classes: some 32 MB while counting. */
const MAX_CELLS = 4_194_304;
const MAX_GROUPS = 262_144;
const MAX_RESULT_GROUPS = 262_144;

export class GroupClasses {
  readonly classes: Uint32Array;
  readonly #groups: Values[][] = [];

  /** @throws AppError BAD_ARGUMENT if the groups would need too much memory */
  constructor(facetIndex: FacetIndex, by: readonly FacetField[], buckets: number) {
    this.classes = new Uint32Array(facetIndex.size);
    const classOf = new Map<string, number>();
    let groups = 0;
    for (let id = 0; id < facetIndex.size; id += 1) {
      const facet = facetIndex.find(id);
      if (facet === undefined) continue;
      const values = by.map((field) => distinctFacetValues(facet, field));
      const key = JSON.stringify(values);
      let classNumber = classOf.get(key);
      if (classNumber === undefined) {
        classNumber = classOf.size;
        classOf.set(key, classNumber);
        groups += values.reduce((product, { length }) => product * length, 1);
        if (groups > MAX_GROUPS || classOf.size * buckets > MAX_CELLS) throw tooManyGroups();
        this.#groups.push(combinations(values));
      }
      this.classes[id] = classNumber;
    }
  }

  get classCount(): number {
    return this.#groups.length;
  }

  /**
   * @param counts of all classes, bucket by bucket
   * @throws AppError BAD_ARGUMENT if there are more groups than an answer may have
   */
  groupsOf(counts: Float64Array, maxGroups = MAX_RESULT_GROUPS): EventGroup[] {
    const found = new Map<string, { values: Values; bucket: number; count: number }>();
    for (const [classNumber, count] of counts.entries()) {
      if (count === 0) continue;
      const bucket = Math.floor(classNumber / this.classCount);
      for (const values of this.#groups[classNumber % this.classCount] ?? []) {
        const key = JSON.stringify([bucket, ...values]);
        const group = found.get(key);
        if (group !== undefined) group.count += count;
        else if (found.size < maxGroups) found.set(key, { values, bucket, count });
        else throw tooManyGroups();
      }
    }
    return [...found.values()];
  }
}

function combinations(values: readonly Values[]): Values[] {
  return values.reduce<Values[]>(
    (heads, ofField) => heads.flatMap((head) => ofField.map((value) => [...head, value])),
    [[]],
  );
}

function tooManyGroups() {
  return appError('BAD_ARGUMENT', {
    words: 'There would be too many groups. Name fewer fields, a longer --every, or a shorter time.',
  });
}
