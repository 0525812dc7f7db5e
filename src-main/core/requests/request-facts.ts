/** Reads a request page by page. Caches documents, because scrolling reads the same event again and again. */
import type {
  ChangeRequestDetail,
  RequestResource,
  ResourcesPage,
  ResourcesQuery,
} from '../../../src-shared/api/cases.ts';
import { caseKey } from '../../../src-shared/domain/cases/case.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import { requestDocument, type RequestDocument, requestOutline } from '../../../src-shared/service/request-message.ts';
import {
  errorKey,
  countErrors,
  type RequestTarget,
  type ResourceErrorCount,
  type ResourceDetail,
} from '../../../src-shared/service/request-resources.ts';
import { requestAccount } from './request-account.ts';

type TextOf = Pick<StoredEvent, 'raw'>;
type RequestEvent = Pick<StoredEvent, 'raw' | 'seq' | 'operation' | 'state' | 'requestId' | 'marks'>;
type Window = Pick<ResourcesQuery, 'failed' | 'cause' | 'from' | 'limit'>;

/** Cached documents, for two operators with two requests each. A document is a few times as large as its text. */
const MAX_CACHED_DOCUMENTS = 4;
/** A malicious request could name thousands. */
const MAX_TARGETS = 50;
const documentCache: { readonly raw: string; readonly document: RequestDocument | null }[] = [];

export function changeRequestDetail(event: RequestEvent): ChangeRequestDetail {
  const document = documentOf(event);
  const account = document === null ? null : requestAccount(document);
  const resources = document?.resources ?? [];
  const key = caseKey(
    event.requestId === null ? { kind: 'event', seq: event.seq } : { kind: 'request', requestId: event.requestId },
  );
  return {
    key,
    seq: event.seq,
    operation: event.operation,
    state: event.state,
    requestState: document?.message.requestState ?? null,
    companyId: document?.companyId ?? null,
    companyName: document?.companyName ?? null,
    timeCreated: document?.message.timeCreated ?? null,
    lastUpdated: document?.message.lastUpdated ?? null,
    counters: document?.message.counters ?? null,
    size: document?.message.size ?? null,
    listed: resources.length,
    unaccounted: account?.unaccounted ?? null,
    contradictions: [...(account?.contradictions ?? [])],
    targets: targetsOf(resources),
    causes: countErrors(resources).map((cause) => ({ ...cause, sentences: [...cause.sentences] })),
  };
}

/** Returns the causes of `changeRequestDetail` without reading the rest. */
export function requestCauses({ raw, marks }: Pick<StoredEvent, 'raw' | 'marks'>): ResourceErrorCount[] {
  return countErrors(requestOutline(raw, marks.length === 0)?.resources ?? []);
}

/** Takes a few milliseconds for ten thousand resources, once the event was parsed. */
export function resourcesOf(event: TextOf, { failed, cause, from, limit }: Window): ResourcesPage {
  const causeErrorKey = cause === null ? null : errorKey(cause);
  const found: RequestResource[] = [];
  let total = 0;
  for (const [index, resource] of (documentOf(event)?.resources ?? []).entries()) {
    if ((failed || causeErrorKey !== null) && !resource.failed) continue;
    if (causeErrorKey !== null && !namesCause(resource, causeErrorKey)) continue;
    if (total >= from && found.length < limit) found.push(rowOf(resource, index, causeErrorKey));
    total += 1;
  }
  return { resources: found, total };
}

function documentOf({ raw }: TextOf): RequestDocument | null {
  const cachedAt = documentCache.findIndex((known) => known.raw === raw);
  const [known] = cachedAt === -1 ? [{ raw, document: requestDocument(raw) }] : documentCache.splice(cachedAt, 1);
  if (known === undefined) return null;
  documentCache.unshift(known);
  documentCache.length = Math.min(documentCache.length, MAX_CACHED_DOCUMENTS);
  return known.document;
}

const UNNAMED_ERROR = errorKey({ type: null, code: null });

function namesCause({ infos }: ResourceDetail, causeErrorKey: string): boolean {
  return infos.length === 0 ? causeErrorKey === UNNAMED_ERROR : infos.some((info) => errorKey(info) === causeErrorKey);
}

/** Shows the requested error if the resource has it, otherwise its first error. */
function rowOf(resource: ResourceDetail, index: number, causeErrorKey: string | null): RequestResource {
  const { resourceId, state, failed, infos, imsi, msisdn, iccid, targets } = resource;
  const info = infos.find((candidate) => errorKey(candidate) === causeErrorKey) ?? infos[0];
  return {
    place: index,
    resourceId,
    state,
    failed,
    code: info?.code ?? null,
    type: info?.type ?? null,
    sentence: info?.sentence ?? null,
    imsi,
    msisdn,
    iccid,
    target: targets[0]?.value ?? null,
  };
}

function targetsOf(resources: readonly ResourceDetail[]): ChangeRequestDetail['targets'] {
  const counts = new Map<string, RequestTarget & { count: number }>();
  for (const { targets } of resources)
    for (const { type, value } of targets) {
      const name = JSON.stringify([type, value]);
      const known = counts.get(name);
      if (known !== undefined) known.count += 1;
      else if (counts.size < MAX_TARGETS) counts.set(name, { type, value, count: 1 });
    }
  return [...counts.values()].toSorted((one, other) => other.count - one.count);
}
