/**
 * What a received text says beyond the provider's document, field by field with its path. It looks at the laid-out lines,
 * so that values are as they were received and no text is parsed twice. Source: `service-spec.md` "Notification event
 * envelope", "Localization detailedMessage", "Connectivity request detailedMessage (CMP_EVENT)".
 */
import { LOCALIZATION_KIND, REQUEST_KIND } from '../../../../src-shared/service/event-vocabulary.ts';
import type { JsonLine } from '../../../text/json-layout.ts';
import { keyOf, pathOf, valueText } from '../../../text/json-view.ts';

export interface UnknownField {
  readonly path: string;
  readonly name: string;
  /** As received; a text without its quotes; `null`: an object or a list, or too long for a line. */
  readonly value: string | null;
  /** Of an object or list. */
  readonly entries: number;
}

/** A poisoned event could have thousands; the received text has them all. */
const MAX_FIELDS = 200;

/** What the document names in a place; `ANY`: it says that content varies. Lists are as each of their entries. */
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
  /** What may stand in the object or list that a line opens. */
  const within = new Map<number, DocumentedShape>();
  const found: UnknownField[] = [];
  for (let index = 0; index < lines.length && found.length < MAX_FIELDS; index += 1) {
    const line = lines[index];
    if (line === undefined || line.kind === 'closes' || line.kind === 'goes-on') continue;
    const around = line.parent === -1 ? envelope : within.get(line.parent);
    if (around === undefined || around === ANY) continue;
    const name = keyOf(line);
    const known = name === null ? around : Object.hasOwn(around, name) ? around[name] : undefined;
    if (known === undefined) found.push(fieldAt(lines, index, name ?? ''));
    else if (line.kind === 'opens') within.set(index, known);
  }
  return found;
}

function fieldAt(lines: readonly JsonLine[], index: number, name: string): UnknownField {
  const line = lines[index];
  const isScalar = line?.kind === 'value' && line.note === null;
  const value = isScalar ? valueText(lines, index) : null;
  return { path: pathOf(lines, index), name, value, entries: line?.entries ?? 0 };
}
