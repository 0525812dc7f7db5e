/** Finds undocumented fields in the formatted lines, so values stay as received: `docs/service.md` §4.1, §5.1, §6.1. */
import { LOCALIZATION_KIND, REQUEST_KIND } from '../../../../src-shared/service/event-vocabulary.ts';
import type { JsonLine } from '../../../text/json-layout.ts';
import { keyOf, pathOf, valueText } from '../../../text/json-view.ts';

export interface UnknownField {
  readonly path: string;
  readonly name: string;
  /** The received value, a text without its quotes; null for an object, a list, or a value too long for a line. */
  readonly value: string | null;
  readonly entries: number;
}

/** A malicious event could have thousands; the received text has all of them. */
const MAX_FIELDS = 200;

/** Fields that the document names at a place; `ANY` if it allows any content. For a list, the fields of each entry. */
type DocumentedShape = { readonly [name: string]: DocumentedShape } | typeof ANY;
const ANY = 'any';

const FAILURE_INFOS: DocumentedShape = { errorObject: { errorCode: ANY, errorMessage: ANY }, errorType: ANY };
const TIME: DocumentedShape = { epochSecond: ANY, nano: ANY };
const MESSAGES: ReadonlyMap<string, DocumentedShape> = new Map<string, DocumentedShape>([
  [
    LOCALIZATION_KIND,
    { eid: ANY, localizedProfile: { iccid: ANY, countryCode: ANY }, errorCode: ANY, detailedError: ANY },
  ],
  [
    REQUEST_KIND,
    {
      subscriptionRequestId: ANY,
      subscriptionRequestType: ANY,
      subscriptionRequestState: ANY,
      createdBy: ANY,
      companyId: ANY,
      companyName: ANY,
      timeCreated: TIME,
      lastUpdated: TIME,
      size: ANY,
      subscriptionRequestResourceCounters: {
        inProgress: ANY,
        pending: ANY,
        canceled: ANY,
        rejected: ANY,
        completed: ANY,
        failed: ANY,
      },
      subscriptionRequestFailureInfos: FAILURE_INFOS,
      subscriptionRequestResources: {
        resourceProperties: { type: ANY, value: ANY, operation: ANY },
        resourceState: ANY,
        resourceFailureInfos: FAILURE_INFOS,
        resourceId: ANY,
      },
    },
  ],
]);

export function unknownFields(lines: readonly JsonLine[], kind: string): UnknownField[] {
  const envelope: DocumentedShape = {
    createdDateTime: ANY,
    detailedMessage: MESSAGES.get(kind) ?? {},
    operation: ANY,
    principal: ANY,
    state: ANY,
  };
  /** Known fields by the index of the line that opens an object or list. */
  const shapeByDepth = new Map<number, DocumentedShape>();
  const found: UnknownField[] = [];
  for (let index = 0; index < lines.length && found.length < MAX_FIELDS; index += 1) {
    const line = lines[index];
    if (line === undefined || line.kind === 'closes' || line.kind === 'goes-on') continue;
    const around = line.parent === -1 ? envelope : shapeByDepth.get(line.parent);
    if (around === undefined || around === ANY) continue;
    const name = keyOf(line);
    const documented = name === null ? around : Object.hasOwn(around, name) ? around[name] : undefined;
    if (documented === undefined) found.push(fieldAt(lines, index, name ?? ''));
    else if (line.kind === 'opens') shapeByDepth.set(index, documented);
  }
  return found;
}

function fieldAt(lines: readonly JsonLine[], index: number, name: string): UnknownField {
  const line = lines[index];
  const isScalar = line?.kind === 'value' && line.note === null;
  const value = isScalar ? valueText(lines, index) : null;
  return { path: pathOf(lines, index), name, value, entries: line?.entries ?? 0 };
}
