/**
 * Reads what is known of the thing that an identifier names. Identifiers found beside it are looked up, too, in a few
 * rounds; a request is its own subject and joins none of its resources.
 */
import type {
  Subject,
  SubjectEvent,
  SubjectId,
  SubjectQuery,
  SubjectRow,
} from '../../../src-shared/api/ids/subject.ts';
import { caseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { AppError } from '../../../src-shared/api/errors.ts';
import { isReconnect } from '../../../src-shared/domain/coverage/reconnect.ts';
import { eventClass } from '../../../src-shared/domain/event/event-class.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { exactPattern } from '../../../src-shared/domain/filter/identifier-pattern.ts';
import { identifiersOf } from '../../../src-shared/service/identifiers.ts';
import { requestDocument } from '../../../src-shared/service/request-message.ts';
import { identifierOf, itemFields, subscriptionIdOf } from '../../../src-shared/service/subscription-item.ts';
import type { Cases } from '../cases/create-cases.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { InventoryReader } from '../ports/inventory-store.ts';
import { walkEvents } from '../timeline/walk.ts';
import { type IdBundle, isSame, joinedIds, type JoinedIds } from './joined-ids.ts';

export interface SubjectSources {
  /** Must be a reader for texts, so that it does not delay pages. */
  readonly reader: Pick<EventReader, 'events' | 'coverage' | 'figures'>;
  readonly inventory: Pick<InventoryReader, 'find' | 'item'>;
  readonly cases: Pick<Cases, 'detail'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Each round looks up what the one before joined: ICCID to EID, EID to its other profiles. */
const MAX_ROUNDS = 3;
const MAX_EVENTS = 200;
const MAX_GAPS = 50;
/** Each takes up to half a second. */
const MAX_ROW_BATCHES = 6;
/** In requests, such an id is not known to name the same thing twice. */
const NOT_LOOKED_UP: ReadonlySet<SubjectId['kind']> = new Set(['resource', 'request', 'event']);

interface Known {
  readonly events: Map<number, StoredEvent>;
  readonly rows: Map<string, SubjectRow & { readonly bundle: IdBundle }>;
  hasMore: boolean;
  hasMoreRows: boolean;
}

/** @throws AppError STORE_…; the signal's reason */
export async function readSubject(
  sources: SubjectSources,
  { value, from, to }: Omit<SubjectQuery, 'watch'>,
  signal?: AbortSignal,
): Promise<Subject> {
  const { reader, clock } = sources;
  const known: Known = { events: new Map(), rows: new Map(), hasMore: false, hasMoreRows: false };
  const lookedUp = new Set<string>();
  let joined: JoinedIds = { ids: [], contradictions: [] };
  let next: readonly string[] = [value];
  for (let round = 0; round < MAX_ROUNDS && next.length > 0; round += 1) {
    await readEvents(reader, next, known, signal);
    for (const id of next) await readRows(sources.inventory, id, known, signal);
    for (const id of next) lookedUp.add(id.toLowerCase());
    joined = joinedIds(value, bundlesOf(known));
    next = joined.ids.flatMap(({ kind, value: id }) =>
      NOT_LOOKED_UP.has(kind) || lookedUp.has(id.toLowerCase()) ? [] : [id],
    );
  }
  const isLimited = from !== null || to !== null;
  if (isLimited && known.hasMore) {
    known.hasMore = false;
    await readEvents(reader, [value, ...lookedUp], known, signal, spanTerms(from, to));
  }
  const values = joined.ids.length === 0 ? [value] : joined.ids.map((id) => id.value);
  const about = [...known.events.values()]
    .filter((event) => names(event, values))
    .toSorted((one, other) => other.seq - one.seq);
  const isInSpan = (at: number) => at >= (from ?? -Infinity) && at <= (to ?? Infinity);
  const events = about.filter(({ receivedAt }) => isInSpan(receivedAt)).slice(0, MAX_EVENTS);
  const first = events.at(-1)?.receivedAt ?? null;
  const [{ oldestAt }, { gaps, notRecorded }] = await Promise.all([
    reader.figures(),
    coverageIn(reader, { from: from ?? first ?? clock.now(), to: to ?? clock.now() }, clock.now()),
  ]);
  return {
    value,
    at: clock.now(),
    from,
    to,
    ids: [...joined.ids],
    contradictions: [...joined.contradictions],
    events: events.map((event): SubjectEvent => ({ event, resource: resourceOf(event, values) })),
    hasMore: known.hasMore,
    hasMoreRows: known.hasMoreRows,
    rows: [...known.rows.values()]
      .filter(({ bundle }) => bundle.ids.some((id) => values.some((own) => isSame(own, id.value))))
      .map(({ bundle: _bundle, ...row }) => row)
      .toSorted((one, other) => other.askedAt - one.askedAt),
    case: await caseOf(sources.cases, joined.ids),
    gaps: gaps.slice(0, MAX_GAPS),
    gapCount: gaps.length,
    notRecorded,
    storedSince: oldestAt,
    lastEventAt: about[0]?.receivedAt ?? null,
  };
}

async function readEvents(
  reader: SubjectSources['reader'],
  ids: readonly string[],
  known: Known,
  signal: AbortSignal | undefined,
  more: Filter['terms'] = [],
): Promise<void> {
  for (const field of ['id', 'event'] as const) {
    const filter: Filter = {
      terms: [...more, { kind: 'value', field, values: ids.map(exactPattern), negated: false }],
    };
    let read = 0;
    for await (const event of walkEvents(
      reader,
      { filter, direction: 'older', limit: MAX_EVENTS, batchRows: 100 },
      signal,
    )) {
      known.events.set(event.seq, event);
      read += 1;
    }
    known.hasMore ||= read >= MAX_EVENTS;
  }
}

function spanTerms(from: number | null, to: number | null): Filter['terms'] {
  return [
    ...(from === null ? [] : [{ kind: 'since', time: { kind: 'at', at: from } } as const]),
    ...(to === null ? [] : [{ kind: 'until', time: { kind: 'at', at: to } } as const]),
  ];
}

async function readRows(
  inventory: SubjectSources['inventory'],
  text: string,
  known: Known,
  signal: AbortSignal | undefined,
): Promise<void> {
  let after: string | null = null;
  for (let batches = 0; batches < MAX_ROW_BATCHES && text.length >= 4; batches += 1) {
    const { found, next }: Awaited<ReturnType<InventoryReader['find']>> = await inventory.find({ text, after }, signal);
    for (const { search, ordinal, value, askedAt } of found) {
      if (!isSame(value, text)) continue;
      const item = await inventory.item({ id: search, ordinal });
      if (item === null) continue;
      const fields = itemFields(item.raw);
      const id = subscriptionIdOf(fields);
      const of = (['eid', 'iccid', 'imsi', 'msisdn'] as const).map((kind) => ({
        kind,
        value: identifierOf(fields, kind),
      }));
      const ids = [{ kind: 'subscription' as const, value: id }, ...of].flatMap((each) =>
        each.value === null ? [] : [{ kind: each.kind, value: each.value }],
      );
      // A field with another name has the identifier, so it is the subscription's.
      if (!ids.some((each) => isSame(each.value, text))) ids.push({ kind: 'subscription', value: text });
      const bundle: IdBundle = { evidence: { at: askedAt, seq: null, row: { search, ordinal } }, ids };
      known.rows.set(`${search} ${ordinal}`, {
        search,
        ordinal,
        id,
        askedAt,
        state: identifierOf(fields, 'state'),
        bundle,
      });
    }
    if (next === null) return;
    after = next;
  }
  known.hasMoreRows ||= after !== null;
}

function bundlesOf({ events, rows }: Known): IdBundle[] {
  return [...[...rows.values()].map(({ bundle }) => bundle), ...[...events.values()].flatMap(bundlesOfEvent)];
}

function bundlesOfEvent(event: StoredEvent): IdBundle[] {
  const evidence = { at: event.receivedAt, seq: event.seq, row: null };
  const own = event.id === null ? [] : [{ evidence, ids: [{ kind: 'event' as const, value: event.id }] }];
  if (eventClass(event) === 'request') {
    const of = (['resource', 'iccid', 'imsi', 'msisdn'] as const).map(
      (kind) => [kind, kind === 'resource' ? 'resourceId' : kind] as const,
    );
    const resources = (requestDocument(event.raw)?.resources ?? []).map((resource) => ({
      evidence,
      ids: of.flatMap(([kind, name]) => {
        const value = resource[name];
        return value === null ? [] : [{ kind, value }];
      }),
    }));
    const request =
      event.requestId === null ? [] : [{ evidence, ids: [{ kind: 'request' as const, value: event.requestId }] }];
    return [...own, ...request, ...resources];
  }
  const named = identifiersOf(event.raw);
  const kinds = ['eid', 'iccid', 'imsi', 'msisdn', 'resource', 'request'] as const;
  return [...own, { evidence, ids: kinds.flatMap((kind) => named[kind].map((value) => ({ kind, value }))) }];
}

function names(event: StoredEvent, values: readonly string[]): boolean {
  return bundlesOfEvent(event).some(({ ids }) => ids.some((id) => values.some((value) => isSame(value, id.value))));
}

function resourceOf({ raw, requestId }: StoredEvent, values: readonly string[]): SubjectEvent['resource'] {
  const isOwn = (id: string | null) => id !== null && values.some((value) => isSame(value, id));
  if (isOwn(requestId)) return null;
  const found = requestDocument(raw)?.resources?.find(({ resourceId, imsi, msisdn, iccid }) =>
    [resourceId, imsi, msisdn, iccid].some(isOwn),
  );
  return found === undefined ? null : { state: found.state, failed: found.failed, code: found.infos[0]?.code ?? null };
}

async function caseOf(cases: SubjectSources['cases'], ids: readonly SubjectId[]): Promise<Subject['case']> {
  const [asked] = ids;
  const eid = ids.find(({ kind }) => kind === 'eid');
  const key =
    asked?.kind === 'request'
      ? caseKey({ kind: 'request', requestId: asked.value })
      : eid === undefined
        ? null
        : caseKey({ kind: 'eid', eid: eid.value });
  if (key === null) return null;
  try {
    return (await cases.detail(key)).summary;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NO_CASE') return null;
    throw error;
  }
}

async function coverageIn(reader: SubjectSources['reader'], span: { from: number; to: number }, now: number) {
  const [from, to] = [Math.max(0, Math.min(span.from, span.to)), Math.min(span.to, now)];
  const { sessions, gaps } = await reader.coverage({ from, to: Math.max(from, to) });
  const recordedFrom = Math.min(...[...sessions, ...gaps].map((each) => each.from), Math.max(from, to));
  return {
    gaps: gaps.filter((gap) => !isReconnect(gap, now)).toReversed(),
    notRecorded: recordedFrom > from ? { from, to: recordedFrom } : null,
  };
}
