/** Keeps the state of the status page, and every incident that it ever listed, in `events.db`. */
import * as z from 'zod';
import {
  type ProviderIncident,
  providerIncidentSchema,
  statusPageStateSchema,
  type StatusPageReport,
} from '../../../src-shared/domain/coverage/provider-incident.ts';
import { incidentsIn } from '../../../src-shared/domain/coverage/incident-span.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import type { EventReader, ProjectionRecord } from '../ports/event-store.ts';
import type { StatusPageAnswer } from '../ports/service-client.ts';

export const STATUS_PAGE_RECORDS = 'status-page';
/** Never raise it: that would remove what the page does not list any more. */
export const STATUS_PAGE_VERSION = 1;
const PAGE_KEY = 'page';
const INCIDENT_PREFIX = 'incident:';
/** Years of incidents; a page that invents a new id for each answer must not fill the disk. */
const MAX_STORED = 2_000;
const MAX_REPORTED = 200;

const storedPageSchema = statusPageStateSchema.extend({
  /** False after the profile stopped naming a page. Its incidents stay, in case it is named again. */
  isNamed: z.boolean(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
});

export interface StoredStatusPage {
  readonly page: Readonly<z.infer<typeof storedPageSchema>>;
  readonly incidents: ReadonlyMap<string, ProviderIncident>;
}

/** Returns null if no page was read yet. */
export function storedStatusPage(records: readonly ProjectionRecord[]): StoredStatusPage | null {
  const record = records.find(({ key }) => key === PAGE_KEY);
  const page = storedPageSchema.safeParse(parseJsonOrNull(record?.value ?? '')).data;
  if (page === undefined) return null;
  const incidents = records
    .filter(({ key }) => key.startsWith(INCIDENT_PREFIX))
    .flatMap(({ value }) => providerIncidentSchema.safeParse(parseJsonOrNull(value)).data ?? []);
  return { page, incidents: new Map(incidents.map((incident) => [incident.id, incident])) };
}

export function newStatusPage(url: string): StoredStatusPage {
  const page = { url, isNamed: true, answeredAt: null, failure: null, unreadable: 0, etag: null, lastModified: null };
  return { page, incidents: new Map() };
}

interface StatusPageChange {
  readonly next: StoredStatusPage;
  readonly put: readonly ProjectionRecord[];
  readonly remove: readonly string[];
}

/**
 * Applies an answer. An incident that the page does not list any more stays; one that it changed is replaced.
 * @param stored of this address, or of an earlier one, whose incidents the first answer of this one replaces
 */
export function afterAnswer(
  stored: StoredStatusPage,
  url: string,
  answer: StatusPageAnswer,
  now: number,
): StatusPageChange {
  const isSame = stored.page.url === url;
  const page = isSame ? { ...stored.page, isNamed: true } : newStatusPage(url).page;
  const hasAnswered = page.answeredAt !== null;
  if (answer.kind === 'failed') {
    const failure = { since: page.failure?.since ?? now, problem: answer.problem };
    return changeOf(stored, { page: { ...page, failure }, incidents: stored.incidents });
  }
  const answered = { ...page, answeredAt: now, failure: null };
  if (answer.kind === 'unchanged') return changeOf(stored, { page: answered, incidents: stored.incidents });
  const incidents = new Map<string, ProviderIncident>();
  for (const incident of hasAnswered ? stored.incidents.values() : [])
    incidents.set(incident.id, { ...incident, unlistedSince: incident.unlistedSince ?? now });
  for (const incident of answer.incidents) incidents.set(incident.id, { ...incident, unlistedSince: null });
  const newest = [...incidents.values()].toSorted((one, other) => other.from - one.from).slice(0, MAX_STORED);
  const { unreadable, validators } = answer;
  return changeOf(stored, {
    page: { ...answered, ...validators, unreadable },
    incidents: new Map(newest.map((incident) => [incident.id, incident])),
  });
}

export function withoutPage({ page, incidents }: StoredStatusPage): StatusPageChange {
  return changeOf({ page, incidents }, { page: { ...page, isNamed: false }, incidents });
}

function changeOf(before: StoredStatusPage, next: StoredStatusPage): StatusPageChange {
  const put = [{ key: PAGE_KEY, value: JSON.stringify(next.page) }];
  for (const [id, incident] of next.incidents) {
    const value = JSON.stringify(incident);
    const old = before.incidents.get(id);
    if (old === undefined || JSON.stringify(old) !== value) put.push({ key: INCIDENT_PREFIX + id, value });
  }
  const remove = [...before.incidents.keys()].filter((id) => !next.incidents.has(id)).map((id) => INCIDENT_PREFIX + id);
  return { next, put, remove };
}

/** Returns null if the profile names no page, or it was not asked yet. Reads only the store. @throws AppError STORE_… */
export async function readStatusPage(
  reader: Pick<EventReader, 'projectionRecords'>,
  span: { readonly from: number; readonly to: number },
): Promise<StatusPageReport | null> {
  const stored = storedStatusPage(await reader.projectionRecords(STATUS_PAGE_RECORDS));
  if (stored === null || !stored.page.isNamed) return null;
  const { url, answeredAt, failure, unreadable } = stored.page;
  const incidents = incidentsIn({ answeredAt, incidents: [...stored.incidents.values()] }, span).slice(-MAX_REPORTED);
  return { url, answeredAt, failure, unreadable, incidents };
}
