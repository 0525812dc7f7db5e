/** Answers what is different about the events that a filter selects: one count for them, one for the others. */
import { appError } from '../../../src-shared/api/errors.ts';
import type { Comparison, DifferencesAnswer } from '../../../src-shared/api/timeline.ts';
import { isReconnect } from '../../../src-shared/domain/coverage/reconnect.ts';
import {
  type Combinations,
  findDifferences,
  valuesOf,
  withoutEvents,
} from '../../../src-shared/domain/differences/differences.ts';
import { type FacetField, facetFields } from '../../../src-shared/domain/event/event-fields.ts';
import { filterSpan, withoutSpan } from '../../../src-shared/domain/filter/filter-edit.ts';
import {
  EVERYTHING,
  type Filter,
  FILTER_LIMITS,
  type FilterTerm,
  resolveTime,
} from '../../../src-shared/domain/filter/filter.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';
import { SESSION_STATES } from '../../../src-shared/service/event-vocabulary.ts';
import { differenceWords } from '../../../src-shared/words/events/difference-words.ts';
import type { EventReader } from '../ports/event-store.ts';
import { readCombinations, type TallyLimits } from './tallies.ts';

/** The state follows from the outcome. A size is one of very many numbers, each of which says little. */
const FIELDS: readonly FacetField[] = facetFields.filter((field) => field !== 'state' && field !== 'size');
const EARLIER_DAYS = 7;
const MAX_DIFFERENCES = 40;
const MAX_SIDE_GAPS = 20;

interface DifferencesQuery {
  readonly filter: Filter;
  /** UTC epoch ms: base of relative times, and the end of a span without one. */
  readonly at: number;
  readonly against: Comparison | null;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

type Reader = Pick<EventReader, 'combinations' | 'coverage' | 'extent'>;

/** @throws AppError BAD_ARGUMENT if the filter selects everything; STORE_…; the signal's reason */
export async function readDifferences(
  reader: Reader,
  { filter, at, against: requested }: DifferencesQuery,
  limits: TallyLimits = {},
): Promise<DifferencesAnswer> {
  const { since, until } = filterSpan(filter, at);
  const against = requested ?? (withoutSpan(filter).terms.length > 0 ? 'elsewhere' : 'before');
  if (against === 'before' && since === null) throw appError('BAD_ARGUMENT', { words: NOTHING_SELECTED });
  const span = { from: since === null ? 0 : resolveTime(since, at), to: until === null ? at : resolveTime(until, at) };
  const selected = withoutSession(withoutSpan(filter));
  const { newestSeq } = await reader.extent();
  let after = 0;
  const combinationsOf = async (terms: readonly FilterTerm[], within: Span): Promise<Combinations[]> => {
    const query = { filter: { terms: [...terms, ...timesOf(within)] }, after, to: newestSeq, fields: FIELDS };
    const { value, next } = await readCombinations(reader, query, limits);
    after = next ?? after;
    return value;
  };
  const here = await combinationsOf(selected.terms, span);
  // A short storm has few other events of its time, so those of the day before count too.
  const spans = against === 'before' ? earlierSpans(span) : [{ ...span, from: Math.min(span.from, span.to - DAY_MS) }];
  const others = against === 'before' ? selected.terms : kindsOf(here);
  const found: Combinations[] = [];
  for (const each of spans) found.push(...(await combinationsOf(others, each)));
  const there = against === 'before' ? found : withoutEvents(found, here);
  const differences = findDifferences(FIELDS, here, there, against === 'before' ? EVERYTHING : filter);
  const { values, byDefinition, lead } = differences;
  return {
    against,
    sentence: differenceWords(differences, against),
    filter: { terms: [...selected.terms, ...timesOf(span)] },
    here: { events: differences.here, ...(await sideOf(reader, [span], at)) },
    there: { events: differences.there, ...(await sideOf(reader, spans, at)) },
    values: values.slice(0, MAX_DIFFERENCES),
    byDefinition: byDefinition.slice(0, MAX_DIFFERENCES),
    lead: lead === null ? null : { ...lead, values: [...lead.values] },
    isComplete: after === 0,
  };
}

const NOTHING_SELECTED =
  'Name what to compare: a filter such as outcome:failed, or a time such as since:-1h. All events have no others to differ from.';

const timesOf = ({ from, to }: Span): FilterTerm[] => [
  { kind: 'since', time: { kind: 'at', at: from } },
  { kind: 'until', time: { kind: 'at', at: to } },
];

/** Heartbeats and sessions follow the clock, not the traffic: their share says how quiet it was. */
function withoutSession(filter: Filter): Filter {
  if (filter.terms.some((term) => term.kind === 'value' && term.field === 'kind')) return filter;
  return {
    terms: [...filter.terms, { kind: 'value', field: 'kind', values: [...SESSION_STATES.keys()], negated: true }],
  };
}

/** Other kinds of event have other fields, so they say nothing about the selected ones. */
function kindsOf(here: readonly Combinations[]): FilterTerm[] {
  const values = valuesOf(here, FIELDS.indexOf('kind'));
  return values.length === 0 || values.length > FILTER_LIMITS.values
    ? withoutSession(EVERYTHING).terms
    : [{ kind: 'value', field: 'kind', values, negated: false }];
}

/** The same hours of the seven days before; a span of several days is moved by whole days beyond its length. */
function earlierSpans({ from, to }: Span): Span[] {
  const days = Math.max(1, Math.ceil((to - from) / DAY_MS));
  const repeats = Math.max(1, Math.floor(EARLIER_DAYS / days));
  return Array.from({ length: repeats }, (_, index) => {
    const shiftMs = (index + 1) * days * DAY_MS;
    return { from: from - shiftMs, to: to - shiftMs };
  });
}

async function sideOf(reader: Reader, spans: readonly Span[], now: number) {
  const gaps: Span[] = [];
  for (const span of spans)
    for (const gap of (await reader.coverage(span)).gaps)
      if (!isReconnect(gap, now))
        gaps.push({ from: Math.max(span.from, gap.from), to: Math.min(span.to, gap.to ?? now) });
  // The coverage of a copy ends with a gap up to now, also for an earlier span.
  const within = gaps.filter(({ from, to }) => from < to).toSorted((one, other) => one.from - other.from);
  const from = Math.min(...spans.map((span) => span.from));
  const to = Math.max(...spans.map((span) => span.to));
  return {
    from: from > 0 ? from : null,
    to,
    gaps: within.slice(0, MAX_SIDE_GAPS),
    moreGaps: Math.max(0, within.length - MAX_SIDE_GAPS),
  };
}
