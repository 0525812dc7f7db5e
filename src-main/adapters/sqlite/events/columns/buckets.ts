/** Counts events by class and bucket. A chunk's longest stretch is not visited: it has all events but the others. */
import { CHUNK_SIZE, NO_EVENT } from '../texts/chunk.ts';
import type { Chunk, Columns } from './chunk-index.ts';

export interface BucketLayout {
  readonly classes: Uint32Array;
  readonly classCount: number;
  readonly edges: readonly number[] | null;
}

export interface ChunkSelection {
  /** 1 for each selected pair of `Chunk.facets`; null selects all. */
  readonly pass: Uint8Array | null;
  readonly first: number;
  readonly last: number;
  readonly since: number;
  readonly until: number;
}

/** Adjacent positions in one bucket, end exclusive. `bucket` is null for times outside the selection. */
interface BucketRun {
  readonly from: number;
  readonly end: number;
  readonly bucket: number | null;
}

const NO_CLASS = -1;

export class Buckets {
  readonly counts: Float64Array;
  readonly #classes: Uint32Array;
  readonly #classCount: number;
  readonly #edges: Float64Array | null;
  #last = 0;

  constructor({ classes, classCount, edges }: BucketLayout) {
    this.#classes = classes;
    this.#classCount = classCount;
    this.#edges = edges === null ? null : Float64Array.from(edges);
    this.counts = new Float64Array(classCount * (edges === null ? 1 : edges.length - 1));
  }

  isInOneBucket(earliest: number, latest: number): boolean {
    return this.#bucketOf(earliest) === this.#bucketOf(latest);
  }

  add(facet: number, at: number, count: number): void {
    const place = this.#bucketOf(at) * this.#classCount + (this.#classes[facet] ?? 0);
    this.counts[place] = (this.counts[place] ?? 0) + count;
  }

  addChunk(chunk: Chunk, pass: Uint8Array | null): void {
    this.#addFacets(chunk, pass, this.#bucketOf(chunk.earliest));
  }

  addColumns(chunk: Chunk, columns: Columns, meant: ChunkSelection): void {
    const classes = this.#classesOf(chunk, meant.pass);
    const { places, times } = columns;
    if (times === null) {
      const bucket = this.#bucketOf(chunk.earliest);
      this.#count(places, classes, { from: meant.first, end: meant.last + 1, bucket });
    } else if (columns.isOrdered) this.#addOrdered(chunk, places, times, classes, meant);
    else this.#addEach(chunk, places, times, classes, meant);
  }

  #addOrdered(chunk: Chunk, places: Uint16Array, times: Uint32Array, classes: Int32Array, meant: ChunkSelection): void {
    const stretches = this.#stretches(chunk, times, meant);
    const longest = stretches.reduce((one, other) => (other.end - other.from > one.end - one.from ? other : one));
    const isComplete = meant.first === 0 && meant.last === CHUNK_SIZE - 1;
    if (!isComplete || longest.bucket === null) {
      for (const stretch of stretches) this.#count(places, classes, stretch);
      return;
    }
    this.#addFacets(chunk, meant.pass, longest.bucket);
    for (const stretch of stretches) if (stretch !== longest) this.#move(places, classes, stretch, longest.bucket);
  }

  #stretches(
    { earliest }: Chunk,
    times: Uint32Array,
    { first, last, since, until }: ChunkSelection,
  ): readonly BucketRun[] {
    const start = firstFrom(times, since - earliest, first, last + 1);
    const end = firstAfter(times, until - earliest, start, last + 1);
    const stretches: BucketRun[] = [{ from: first, end: start, bucket: null }];
    for (let from = start; from < end;) {
      const bucket = this.#bucketOf(earliest + (times[from] ?? 0));
      const edge = this.#edges?.[bucket + 1] ?? Number.POSITIVE_INFINITY;
      const next = firstFrom(times, edge - earliest, from + 1, end);
      stretches.push({ from, end: next, bucket });
      from = next;
    }
    stretches.push({ from: end, end: last + 1, bucket: null });
    return stretches;
  }

  /** Visits each event. Used if the clock was set, so that arrival order is not time order. */
  #addEach(
    { earliest }: Chunk,
    places: Uint16Array,
    times: Uint32Array,
    classes: Int32Array,
    { first, last, since, until }: ChunkSelection,
  ): void {
    for (let place = first; place <= last; place += 1) {
      const at = earliest + (times[place] ?? 0);
      if (at >= since && at <= until)
        this.#count(places, classes, { from: place, end: place + 1, bucket: this.#bucketOf(at) });
    }
  }

  #addFacets({ facets }: Chunk, pass: Uint8Array | null, bucket: number): void {
    const offset = bucket * this.#classCount;
    for (let index = 0; index < facets.length; index += 2) {
      if (pass !== null && pass[index / 2] !== 1) continue;
      const sum = offset + (this.#classes[facets[index] ?? 0] ?? 0);
      this.counts[sum] = (this.counts[sum] ?? 0) + (facets[index + 1] ?? 0);
    }
  }

  /** Runs for millions of events per histogram, so its loop calls no function. */
  #count(places: Uint16Array, classes: Int32Array, { from, end, bucket }: BucketRun): void {
    if (bucket === null) return;
    const { counts } = this;
    const offset = bucket * this.#classCount;
    for (let place = from; place < end; place += 1) {
      const index = places[place] ?? NO_EVENT;
      if (index === NO_EVENT) continue;
      const ofClass = classes[index] ?? NO_CLASS;
      if (ofClass !== NO_CLASS) counts[offset + ofClass] = (counts[offset + ofClass] ?? 0) + 1;
    }
  }

  #move(places: Uint16Array, classes: Int32Array, { from, end, bucket }: BucketRun, counted: number): void {
    const { counts } = this;
    const away = counted * this.#classCount;
    const here = (bucket ?? 0) * this.#classCount;
    const more = bucket === null ? 0 : 1;
    for (let place = from; place < end; place += 1) {
      const index = places[place] ?? NO_EVENT;
      if (index === NO_EVENT) continue;
      const ofClass = classes[index] ?? NO_CLASS;
      if (ofClass === NO_CLASS) continue;
      counts[away + ofClass] = (counts[away + ofClass] ?? 0) - 1;
      counts[here + ofClass] = (counts[here + ofClass] ?? 0) + more;
    }
  }

  #classesOf({ facets }: Chunk, pass: Uint8Array | null): Int32Array {
    const classes = new Int32Array(facets.length / 2);
    for (let index = 0; index < classes.length; index += 1)
      classes[index] = pass === null || pass[index] === 1 ? (this.#classes[facets[2 * index] ?? 0] ?? 0) : NO_CLASS;
    return classes;
  }

  /** Tries the last bucket first, because adjacent events are usually in the same one. */
  #bucketOf(at: number): number {
    const edges = this.#edges;
    if (edges === null) return 0;
    if (at >= (edges[this.#last] ?? 0) && at < (edges[this.#last + 1] ?? 0)) return this.#last;
    let low = 0;
    let high = edges.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((edges[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    this.#last = low;
    return low;
  }
}

/** First position from `low` on at or after `time`, or `end`. Times ascend. */
function firstFrom(times: Uint32Array, time: number, low: number, end: number): number {
  let first = low;
  let bound = end;
  while (first < bound) {
    const middle = (first + bound) >>> 1;
    if ((times[middle] ?? 0) < time) first = middle + 1;
    else bound = middle;
  }
  return first;
}

function firstAfter(times: Uint32Array, time: number, low: number, end: number): number {
  return firstFrom(times, Math.floor(time) + 1, low, end);
}
