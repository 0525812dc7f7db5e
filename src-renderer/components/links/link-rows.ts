/** Returns the values that own links can use, for each kind of row. */
import type { CaseSummary, ChangeRequestDetail, FailureGroup } from '../../../src-shared/api/cases.ts';
import type { SubscriptionItem } from '../../../src-shared/api/searches.ts';
import { type Cause, consequenceOf, parseCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { eventClass } from '../../../src-shared/domain/event/event-class.ts';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import type { LinkRow } from '../../../src-shared/domain/links/expand-link.ts';
import { identifierOf, type ItemField } from '../../../src-shared/service/subscription-item.ts';
import { utcTime } from '../../../src-shared/service/utc-time.ts';
import { causeWords, consequenceTitles } from '../../../src-shared/words/case-words.ts';
import { requestCounts, requestTitle } from '../../../src-shared/words/request-outcome-words.ts';
import { absoluteHref, hrefOf } from '../../address/use-address.ts';

/** A dashboard shows what happened shortly before and after. */
const AROUND_MS = 15 * 60_000;

interface Span {
  readonly first: number;
  readonly last: number;
}

function common(profile: string, href: string, { first, last }: Span): LinkRow['values'] {
  const [from, to] = [first - AROUND_MS, last + AROUND_MS];
  return {
    profile,
    link: absoluteHref(href),
    time: isoTime(last),
    time_ms: String(last),
    from: isoTime(from),
    from_ms: String(from),
    to: isoTime(to),
    to_ms: String(to),
  };
}

/** Null for a time that no date can have. */
function isoTime(at: number): string | null {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

export function eventLinkRow(event: EventSummary, profile: string): LinkRow {
  const {
    seq,
    receivedAt,
    kind,
    operation,
    errorCode,
    outcome,
    countryCode,
    eid,
    iccid,
    requestId,
    company,
    createdBy,
  } = event;
  const found = eventClass(event);
  const isFailure = outcome === 'failed' || outcome === 'partial' || outcome === 'unknown';
  const cause: Cause | null =
    found === 'localization' || found === 'request'
      ? { kind: found, operation: operation ?? null, type: null, code: errorCode }
      : null;
  return {
    place: 'event',
    values: {
      ...common(profile, hrefOf('timeline', { event: seq }), { first: receivedAt, last: receivedAt }),
      cause: cause === null || outcome === null ? null : causeWords(cause, outcome),
      consequence:
        cause === null || outcome === null || !isFailure ? null : consequenceTitles[consequenceOf(cause, outcome)],
      outcome,
      operation,
      code: errorCode,
      kind,
      country: countryCode,
      eid,
      iccid,
      request: requestId,
      company,
      user: createdBy,
    },
  };
}

export function caseLinkRow(summary: CaseSummary, profile: string): LinkRow {
  const { key, cause: causeKey, consequence, outcome, operation, errorCode, firstAt, lastAt } = summary;
  const cause = causeKey === null ? null : parseCauseKey(causeKey);
  const isOpen = summary.openedAt !== null;
  return {
    place: 'case',
    values: {
      ...common(profile, hrefOf('localizations', { case: key }), { first: firstAt, last: lastAt }),
      // The last attempt may be running; the case is about the failure before it.
      cause: causeWords(cause ?? { kind: 'localization', operation }, isOpen && cause !== null ? 'failed' : outcome),
      consequence: consequence === null ? null : consequenceTitles[consequence],
      outcome,
      operation: cause?.operation ?? operation,
      code: cause?.code ?? errorCode,
      country: summary.countryCode,
      eid: summary.eid,
      iccid: summary.iccid,
      ticket: summary.ticket,
    },
  };
}

export function groupLinkRow(group: FailureGroup, profile: string): LinkRow {
  const { key, cause, consequence, outcome, firstAt, lastAt, open } = group;
  return {
    place: 'group',
    values: {
      ...common(profile, hrefOf('localizations', { group: key }), { first: firstAt, last: lastAt }),
      cause: causeWords(cause, outcome),
      consequence: consequenceTitles[consequence],
      outcome,
      operation: cause.operation,
      code: cause.code,
      count: String(open),
    },
  };
}

export function requestLinkRow(summary: CaseSummary, detail: ChangeRequestDetail | null, profile: string): LinkRow {
  const { key, consequence, outcome, operation, errorCode, firstAt, lastAt, request } = summary;
  return {
    place: 'request',
    values: {
      ...common(profile, hrefOf('requests', { case: key }), { first: firstAt, last: lastAt }),
      cause: requestTitle(summary, requestCounts(summary)),
      consequence: consequence === null ? null : consequenceTitles[consequence],
      outcome,
      operation,
      code: errorCode,
      country: summary.countryCode,
      iccid: summary.iccid,
      request: summary.requestId,
      company: detail?.companyName ?? detail?.companyId ?? null,
      user: request?.createdBy ?? null,
      ticket: summary.ticket,
    },
  };
}

export function subscriptionLinkRow(
  item: SubscriptionItem,
  fields: readonly ItemField[],
  { href, profile }: { readonly href: string; readonly profile: string },
): LinkRow {
  const changed = fields.find(({ name }) => name === 'lastModifiedAt')?.value ?? null;
  const at = (changed === null ? null : utcTime(changed)) ?? item.receivedAt;
  return {
    place: 'subscription',
    values: {
      ...common(profile, href, { first: at, last: at }),
      subscription: item.id,
      eid: identifierOf(fields, 'eid'),
      iccid: identifierOf(fields, 'iccid'),
      imsi: identifierOf(fields, 'imsi'),
      msisdn: identifierOf(fields, 'msisdn'),
    },
  };
}
