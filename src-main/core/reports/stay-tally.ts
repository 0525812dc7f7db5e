/**
 * Counts cases for each cause. A boundary belongs to the span that begins with it, so two adjacent spans count
 * everything once. In each line, before + opened + moved - endedWell - done = open.
 */
import type { Span } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import type { CauseLine, ShiftReport } from '../../../src-shared/api/reports.ts';
import type { ReportCases, ReportColumn } from '../../../src-shared/domain/report-cases.ts';
import {
  type CaseKey,
  type CauseKey,
  parseCauseKey,
  type ConsequenceKind,
  consequenceKinds,
  consequenceRank,
} from '../../../src-shared/domain/cases/case-keys.ts';
import type { GroupResources } from '../../../src-shared/domain/event/request-group.ts';
import { stormRuns } from '../cases/storm-runs.ts';
import type { CaseStay, KeyedStay } from '../ports/case-projection.ts';

export interface CountedStay extends KeyedStay {
  /** `came`, `left`: a case that came from another cause, or left for one. */
  readonly as: 'open' | 'came' | 'left';
}

export interface OpenGroup {
  readonly cause: CauseKey;
  readonly consequence: ConsequenceKind;
  readonly cases: ReadonlyMap<CaseKey, CaseStay>;
  /** Cases that were open at some time of the span. */
  readonly keys: Pick<ReadonlySet<CaseKey>, 'has'>;
  /** Start of the time for which it was open without a break, as far as these stays show. */
  readonly since: number;
}

type Counted = Readonly<Record<'before' | 'opened' | 'endedWell' | 'done' | 'cameIn' | 'left' | 'open', KeyedStay[]>>;

interface Tally {
  readonly counted: Counted;
  consequence: ConsequenceKind;
  readonly stays: Map<CaseKey, CaseStay>;
  readonly spans: Span[];
}

export class StayTally {
  readonly #span: Span;
  readonly #tallies = new Map<CauseKey, Tally>();
  /** By the event that began the stay, which belongs to one case. */
  readonly #added = new Map<number, CaseKey>();

  constructor(span: Span) {
    this.#span = span;
  }

  add(keyed: KeyedStay): void {
    const { key, stay } = keyed;
    if (this.#added.get(stay.fromSeq) === key) return;
    this.#added.set(stay.fromSeq, key);
    // The wall clock may have been set back during the stay.
    const to = stay.to === null ? Infinity : Math.max(stay.from, stay.to);
    const isOpenAt = (at: number) => stay.from < at && to >= at;
    const isInside = (at: number) => at >= this.#span.from && at < this.#span.to;
    if (!isOpenAt(this.#span.from) && !isInside(stay.from)) return;
    const tally = this.#of(stay);
    const { counted } = tally;
    if (isOpenAt(this.#span.from)) counted.before.push(keyed);
    if (isInside(stay.from)) counted[stay.began === 'moved' ? 'cameIn' : 'opened'].push(keyed);
    if (isInside(to)) counted[ENDED[stay.ended ?? 'moved']].push(keyed);
    if (isOpenAt(this.#span.to)) counted.open.push(keyed);
    tally.stays.set(key, newer(tally.stays.get(key), stay));
    tally.spans.push({ from: stay.from, to });
  }

  lines(kind: 'localization' | 'request'): CauseLine[] {
    const lines: CauseLine[] = [];
    for (const [key, { counted, consequence, stays }] of this.#tallies) {
      const cause = parseCauseKey(key);
      if (cause?.kind === kind)
        lines.push({ key, cause, consequence, ...totalsOf(stays.values()), ...countsOf(counted) });
    }
    return lines.toSorted(
      (one, other) =>
        consequenceRank(one.consequence) - consequenceRank(other.consequence) ||
        other.open - one.open ||
        (one.key < other.key ? -1 : 1),
    );
  }

  /** Oldest first. */
  storms(): ShiftReport['storms'] {
    const storms = [...this.#tallies].flatMap(([key, { counted, consequence }]) => {
      const cause = parseCauseKey(key);
      if (cause === null) return [];
      return stormsOf(counted.opened.map(({ stay }) => stay)).map((stays) => {
        const [from, last] = [stays[0]?.from ?? 0, stays.at(-1)?.from ?? 0];
        return { cause, consequence, from, last, count: stays.length, ...totalsOf(stays) };
      });
    });
    return storms.toSorted((one, other) => one.from - other.from);
  }

  cases(of: ReportCases['of'], column: ReportColumn): CountedStay[] {
    const found = [...this.#tallies]
      .filter(([key]) => key === of || parseCauseKey(key)?.kind === of)
      .flatMap(([, { counted }]) =>
        column === 'moved'
          ? [...countedAs('came', counted.cameIn), ...countedAs('left', counted.left)]
          : countedAs('open', counted[column]),
      );
    return found.toSorted((one, other) => other.stay.fromSeq - one.stay.fromSeq);
  }

  /** Returns the groups that are open at the end of the span: worst first, then oldest. */
  open(): OpenGroup[] {
    const open = [...this.#tallies].flatMap(([cause, { counted, stays, spans }]) => {
      const cases = new Map(counted.open.map(({ key, stay }) => [key, stay]));
      const consequences = new Set(counted.open.map(({ stay }) => stay.consequence));
      const worst = consequenceKinds.find((kind) => consequences.has(kind));
      if (worst === undefined) return [];
      return [{ cause, consequence: worst, cases, keys: stays, since: sinceOf(spans, this.#span.to) }];
    });
    return open.toSorted(
      (one, other) => consequenceRank(one.consequence) - consequenceRank(other.consequence) || one.since - other.since,
    );
  }

  #of({ cause, consequence }: CaseStay): Tally {
    const known = this.#tallies.get(cause);
    if (known !== undefined) {
      if (consequenceRank(consequence) < consequenceRank(known.consequence)) known.consequence = consequence;
      return known;
    }
    const counted = { before: [], opened: [], endedWell: [], done: [], cameIn: [], left: [], open: [] };
    const made: Tally = { counted, consequence, stays: new Map(), spans: [] };
    this.#tallies.set(cause, made);
    return made;
  }
}

function countedAs(as: CountedStay['as'], stays: readonly KeyedStay[]): CountedStay[] {
  return stays.map((stay) => ({ ...stay, as }));
}

/** Stays of the times in which at least `STORM.cases` opened within `STORM.ms`. */
function stormsOf(opened: readonly CaseStay[]): CaseStay[][] {
  const stays = opened.toSorted((one, other) => one.from - other.from);
  return stormRuns(stays.map(({ from }) => from)).map(({ first, last }) => stays.slice(first, last + 1));
}

const ENDED = { well: 'endedWell', done: 'done', moved: 'left' } as const;

function countsOf({ before, opened, endedWell, done, cameIn, left, open }: Counted) {
  return {
    before: before.length,
    opened: opened.length,
    endedWell: endedWell.length,
    done: done.length,
    moved: cameIn.length - left.length,
    open: open.length,
  };
}

function newer(one: CaseStay | undefined, other: CaseStay): CaseStay {
  return one !== undefined && one.fromSeq > other.fromSeq ? one : other;
}

/** Sums up cases of one cause, with one stay each. Countries with the most cases come first. */
export function totalsOf(stays: Iterable<CaseStay>): Pick<CauseLine, 'countries' | keyof GroupResources> {
  const counts = new Map<string, number>();
  const sums = { failedResources: 0, resources: 0 };
  for (const { countryCode, failedResources, resources } of stays) {
    sums.failedResources += failedResources;
    sums.resources += resources;
    if (countryCode !== null) counts.set(countryCode, (counts.get(countryCode) ?? 0) + 1);
  }
  return {
    countries: [...counts]
      .map(([country, count]) => ({ country, count }))
      .toSorted((one, other) => other.count - one.count || (one.country < other.country ? -1 : 1)),
    ...sums,
  };
}

/** Goes back from the end for as long as any stay was open. */
function sinceOf(spans: readonly Span[], end: number): number {
  let since = end;
  for (const { from, to } of spans.toSorted((one, other) => other.to - one.to))
    if (to >= since && from < since) since = from;
  return since;
}
