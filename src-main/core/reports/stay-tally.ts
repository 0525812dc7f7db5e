/**
 * Counts for each cause how many cases were open, opened and ended in a span. A boundary belongs to the span that
 * begins with it, so two adjacent spans count everything once: what is open when one ends was open before the next. The
 * counts of a line add up: before + opened + moved - endedWell - done = open.
 */
import type { Span } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import { rankOf } from '../cases/projection/operator-state.ts';
import type { CauseLine } from '../../../src-shared/api/reports.ts';
import {
  type CaseKey,
  type CauseKey,
  parseCauseKey,
  type ConsequenceKind,
} from '../../../src-shared/domain/cases/case-keys.ts';
import type { GroupResources } from '../../../src-shared/domain/event/request-group.ts';
import type { CaseStay } from '../ports/case-projection.ts';

export interface KeyedStay {
  readonly key: CaseKey;
  readonly stay: CaseStay;
}

export interface OpenGroup {
  readonly cause: CauseKey;
  readonly consequence: ConsequenceKind;
  readonly cases: ReadonlyMap<CaseKey, CaseStay>;
  readonly keys: ReadonlySet<CaseKey>;
  /** Start of the time for which it was open without a break, as far as these stays show. */
  readonly since: number;
}

interface Counts {
  before: number;
  opened: number;
  endedWell: number;
  done: number;
  moved: number;
  open: number;
  readonly partial: { opened: number; endedWell: number; open: number };
}

interface Tally {
  readonly counts: Counts;
  consequence: ConsequenceKind;
  readonly stays: Map<CaseKey, CaseStay>;
  readonly open: Map<CaseKey, CaseStay>;
  readonly spans: Span[];
}

export class StayTally {
  readonly #span: Span;
  readonly #tallies = new Map<CauseKey, Tally>();
  readonly #added = new Set<string>();

  constructor(span: Span) {
    this.#span = span;
  }

  add({ key, stay }: KeyedStay): void {
    const name = `${stay.fromSeq} ${key}`;
    if (this.#added.has(name)) return;
    this.#added.add(name);
    // The wall clock may have been set back during the stay.
    const to = stay.to === null ? Infinity : Math.max(stay.from, stay.to);
    const isOpenAt = (at: number) => stay.from < at && to >= at;
    const isInside = (at: number) => at >= this.#span.from && at < this.#span.to;
    if (!isOpenAt(this.#span.from) && !isInside(stay.from)) return;
    const tally = this.#of(stay);
    const { counts } = tally;
    if (isOpenAt(this.#span.from)) counts.before += 1;
    if (isInside(stay.from)) counts[stay.began === 'moved' ? 'moved' : 'opened'] += 1;
    if (stay.consequence === 'partial') {
      if (isInside(stay.from) && stay.began !== 'moved') counts.partial.opened += 1;
      if (isInside(to) && stay.ended === 'well') counts.partial.endedWell += 1;
      if (isOpenAt(this.#span.to)) counts.partial.open += 1;
    }
    if (isInside(to)) {
      if (stay.ended === 'well') counts.endedWell += 1;
      else if (stay.ended === 'done') counts.done += 1;
      else counts.moved -= 1;
    }
    if (isOpenAt(this.#span.to)) {
      counts.open += 1;
      tally.open.set(key, stay);
    }
    tally.stays.set(key, newer(tally.stays.get(key), stay));
    tally.spans.push({ from: stay.from, to });
  }

  lines(kind: 'localization' | 'request'): CauseLine[] {
    const lines: CauseLine[] = [];
    for (const [key, { counts, consequence, stays }] of this.#tallies) {
      const cause = parseCauseKey(key);
      if (cause?.kind === kind) lines.push({ key, cause, consequence, ...totalsOf([...stays.values()]), ...counts });
    }
    return lines.toSorted(
      (one, other) =>
        rankOf(one.consequence) - rankOf(other.consequence) || other.open - one.open || (one.key < other.key ? -1 : 1),
    );
  }

  /** Returns the groups that are open at the end of the span: worst first, then oldest. */
  open(): OpenGroup[] {
    const open = [...this.#tallies].flatMap(([cause, { open: cases, stays, spans }]) => {
      const [worst] = [...cases.values()].toSorted((one, other) => rankOf(one.consequence) - rankOf(other.consequence));
      if (worst === undefined) return [];
      const keys = new Set(stays.keys());
      return [{ cause, consequence: worst.consequence, cases, keys, since: sinceOf(spans, this.#span.to) }];
    });
    return open.toSorted(
      (one, other) => rankOf(one.consequence) - rankOf(other.consequence) || one.since - other.since,
    );
  }

  #of({ cause, consequence }: CaseStay): Tally {
    const known = this.#tallies.get(cause);
    if (known !== undefined) {
      if (rankOf(consequence) < rankOf(known.consequence)) known.consequence = consequence;
      return known;
    }
    const partial = { opened: 0, endedWell: 0, open: 0 };
    const counts = { before: 0, opened: 0, endedWell: 0, done: 0, moved: 0, open: 0, partial };
    const made: Tally = { counts, consequence, stays: new Map(), open: new Map(), spans: [] };
    this.#tallies.set(cause, made);
    return made;
  }
}

function newer(one: CaseStay | undefined, other: CaseStay): CaseStay {
  return one !== undefined && one.fromSeq > other.fromSeq ? one : other;
}

/** Sums up cases of one cause, with one stay each. Countries with the most cases come first. */
export function totalsOf(stays: readonly CaseStay[]): Pick<CauseLine, 'countries' | keyof GroupResources> {
  const counts = new Map<string, number>();
  for (const { countryCode } of stays)
    if (countryCode !== null) counts.set(countryCode, (counts.get(countryCode) ?? 0) + 1);
  return {
    countries: [...counts]
      .map(([country, count]) => ({ country, count }))
      .toSorted((one, other) => other.count - one.count || (one.country < other.country ? -1 : 1)),
    failedResources: stays.reduce((sum, { failedResources }) => sum + failedResources, 0),
    resources: stays.reduce((sum, { resources }) => sum + resources, 0),
  };
}

/** Goes back from the end for as long as any stay was open. */
function sinceOf(spans: readonly Span[], end: number): number {
  let since = end;
  for (const { from, to } of spans.toSorted((one, other) => other.to - one.to))
    if (to >= since && from < since) since = from;
  return since;
}
