/**
 * Writes one row for each failed resource of an event. Reads the masked text, so that a row cannot have a value that the
 * event would not show. An event that failed without naming a resource has one row, so no failure is left out.
 */
import type { MaskedField } from '../../../src-shared/domain/event/masked-fields.ts';
import { eventClass } from '../../../src-shared/domain/event/event-class.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';
import { type ProviderSentence, providerSentences } from '../../../src-shared/service/provider-sentences.ts';
import { requestDocument } from '../../../src-shared/service/request-message.ts';
import type { FailureInfo, ResourceDetail } from '../../../src-shared/service/request-resources.ts';
import type { EventForm } from './event-lines.ts';
import { type LineEvent, maskedEvent } from './masking.ts';

/** `withheld` if the text of the event could not be masked. */
type FailedResource = Readonly<Record<(typeof COLUMNS)[number], string | number | null>> & {
  readonly withheld?: 'true';
};

const COLUMNS = [
  'receivedAt',
  'requestId',
  'company',
  'createdBy',
  'operation',
  'target',
  'eid',
  'iccid',
  'imsi',
  'msisdn',
  'resourceId',
  'errorType',
  'errorCode',
  'sentence',
  'seq',
] as const;

export function failedResourceForm(mask: readonly MaskedField[]): EventForm<FailedResource> {
  const columns = mask.length > 0 ? ([...COLUMNS, 'withheld'] as const) : COLUMNS;
  let withheld = 0;
  return {
    columns,
    rowsOf(event) {
      if (event.outcome !== 'failed' && event.outcome !== 'partial') return [];
      const shown = maskedEvent(event, mask);
      if (shown.raw !== null) return failedResources(shown, shown.raw);
      withheld += 1;
      return [{ ...rowOf(shown, {}, []), withheld: 'true' }];
    },
    cells: (row) => columns.map((name) => String(row[name] ?? '')),
    json: (row) => plainJson(row),
    withheld: () => withheld,
  };
}

function failedResources(event: LineEvent, raw: string): FailedResource[] {
  const request = eventClass(event) === 'request' ? requestDocument(raw) : null;
  const failed = (request?.resources ?? []).filter((resource) => resource.failed);
  if (failed.length > 0) return failed.map((resource) => rowOf(event, resource, resource.infos));
  return [rowOf(event, { iccid: event.iccid }, request?.infos ?? providerSentences(raw))];
}

function rowOf(
  event: LineEvent,
  resource: Partial<ResourceDetail>,
  infos: readonly (FailureInfo | ProviderSentence)[],
): FailedResource {
  // A failed resource without a reason must not get the reason of another one.
  const isAlone = resource.failed === undefined;
  const targets = resource.targets?.map(({ value }) => value) ?? event.targets;
  return {
    receivedAt: new Date(event.receivedAt).toISOString(),
    requestId: event.requestId,
    company: event.company,
    createdBy: event.createdBy,
    operation: event.operation,
    target: joined(targets),
    eid: event.eid,
    iccid: resource.iccid ?? null,
    imsi: resource.imsi ?? null,
    msisdn: resource.msisdn ?? null,
    resourceId: resource.resourceId ?? null,
    errorType: joined(infos.map(({ type }) => type)) ?? joined(isAlone ? event.errorTypes : []),
    errorCode: joined(infos.map(({ code }) => code)) ?? (isAlone ? event.errorCode : null),
    sentence: joined(
      infos.map(({ sentence }) => sentence),
      ' · ',
    ),
    seq: event.seq,
  };
}

/** Each value once; null if there is none. */
function joined(values: readonly (string | null)[], separator = ' '): string | null {
  const present = values.filter((value) => value !== null);
  return present.length === 0 ? null : [...new Set(present)].join(separator);
}
