/**
 * Independent model of a fleet. Starts with search results, applies the events of the stream, and records every
 * contradiction. It follows `docs/service.md` and uses no code of the simulator.
 */
import type { Item, ReceivedEvent } from '../fixtures/consumer.ts';

export type { Item };

interface Envelope {
  readonly createdDateTime: string;
  readonly detailedMessage: string;
  readonly operation: string;
  readonly state: string;
}
interface Localization {
  readonly eid: string;
  readonly localizedProfile: { readonly iccid: string | null; readonly countryCode: string };
  readonly errorCode?: string;
}
interface Instant {
  readonly epochSecond: number;
  readonly nano: number;
}
interface FailureInfo {
  readonly errorObject: { readonly errorCode: string; readonly errorMessage: string };
}
export interface RequestMessage {
  readonly subscriptionRequestId: string;
  readonly subscriptionRequestState: string;
  readonly companyId: string;
  readonly companyName: string;
  readonly timeCreated: Instant;
  readonly lastUpdated: Instant;
  readonly size: number;
  readonly subscriptionRequestResourceCounters: Readonly<Record<string, number>>;
  readonly subscriptionRequestResources: readonly {
    readonly resourceProperties: readonly { readonly type: string; readonly value: string }[];
    readonly resourceState: string;
    readonly resourceFailureInfos?: readonly FailureInfo[];
  }[];
}

const milliseconds = ({ epochSecond, nano }: Instant) => epochSecond * 1000 + nano / 1_000_000;

export class Ledger {
  readonly #byIccid: Map<string, Item>;
  readonly #byEid: Map<string, Item>;
  readonly #startedAt: number;
  readonly contradictions: string[] = [];
  readonly localizations: { readonly eid: string; readonly at: number; readonly state: string }[] = [];
  readonly requests: RequestMessage[] = [];

  /** @param startedAt UTC epoch ms; no request was created earlier */
  constructor(items: readonly Item[], startedAt: number) {
    const copies = items.map((item) => ({ ...item }));
    this.#byIccid = new Map(copies.map((item) => [item['iccid'] ?? '', item]));
    this.#byEid = new Map(copies.flatMap((item) => (item['eid'] == null ? [] : [[item['eid'], item]])));
    this.#startedAt = startedAt;
  }

  items(): Map<string, Item> {
    return this.#byIccid;
  }

  take({ event, data }: ReceivedEvent): void {
    if (event !== 'LOCALIZATION' && event !== 'CMP_EVENT') return;
    const envelope = JSON.parse(data) as Envelope;
    const detail = JSON.parse(envelope.detailedMessage) as unknown;
    if (event === 'LOCALIZATION') this.#localization(envelope, detail as Localization);
    else this.#request(envelope, detail as RequestMessage);
  }

  #localization({ createdDateTime, operation, state }: Envelope, { eid, localizedProfile }: Localization): void {
    this.localizations.push({ eid, at: Date.parse(createdDateTime), state });
    const item = this.#byEid.get(eid);
    if (item === undefined) return this.#note(`nobody has the EID ${eid}`);
    if (item['subscriptionType'] !== 'EUICC') this.#note(`${eid} is no eUICC`);
    // A subscription that was paused meanwhile fails in this way.
    const isStopped = operation === 'ENABLED' && state === 'FAILED';
    if (item['state'] !== 'ACTIVE' && !isStopped) this.#note(`${eid} is ${item['state']} and is localized`);
    const { iccid, countryCode } = localizedProfile;
    if (iccid !== null && iccid !== item['iccid']) this.#note(`${eid} has not the ICCID ${iccid}`);
    item['lastModifiedAt'] = createdDateTime;
    const isThere = operation === 'FALLBACK_SET' || (state === 'COMPLETED' && operation !== 'PROVISIONED');
    if (isThere) item['countryCode'] = countryCode;
  }

  #request({ createdDateTime, operation }: Envelope, message: RequestMessage): void {
    this.requests.push(message);
    const at = Date.parse(createdDateTime);
    const [created, updated] = [milliseconds(message.timeCreated), milliseconds(message.lastUpdated)];
    if (updated !== at) this.#note('lastUpdated is not the time of the event');
    if (created > updated || created < this.#startedAt) this.#note(`timeCreated ${created} is not before ${updated}`);
    const resources = message.subscriptionRequestResources;
    const failed = resources.filter(({ resourceState }) => resourceState === 'FAILED').length;
    const { completed, failed: counted, ...others } = message.subscriptionRequestResourceCounters;
    if (counted !== failed || completed !== resources.length - failed) this.#note('counters are not the resources');
    if (Object.values(others).some((count) => count !== 0)) this.#note('counters count what is not there');
    if ((message.subscriptionRequestState === 'COMPLETED') !== (failed === 0)) this.#note('the state hides failures');
    const iccids = resources.map((resource) => propertyOf(resource, 'ICCID'));
    if (new Set(iccids).size !== iccids.length) this.#note('an ICCID stands twice in a request');
    for (const resource of resources) this.#resource(operation, message, resource, createdDateTime);
  }

  #resource(
    operation: string,
    { companyId, companyName }: RequestMessage,
    resource: RequestMessage['subscriptionRequestResources'][number],
    at: string,
  ): void {
    const item = this.#byIccid.get(propertyOf(resource, 'ICCID'));
    if (item === undefined) return this.#note('nobody has the ICCID of a resource');
    if (item['companyId'] !== companyId || item['companyName'] !== companyName)
      this.#note(`${item['iccid']} is not of ${companyId}`);
    if (item['imsi'] !== propertyOf(resource, 'IMSI') || item['msisdn'] !== propertyOf(resource, 'MSISDN'))
      this.#note(`${item['iccid']} has another IMSI or MSISDN`);
    const isState = operation === 'CHANGE_SUBSCRIPTIONSTATE';
    const target = propertyOf(resource, isState ? 'TARGET_SUBSCRIPTION_STATE' : 'TARGET_SUBSCRIPTION_PACKAGE');
    const present = item[isState ? 'state' : 'subscriptionPackage'];
    const expected = item['state'] === 'DEACTIVATED' ? '70' : present === target ? (isState ? '70' : '73') : null;
    const infos = resource.resourceFailureInfos ?? [];
    const code = infos[0]?.errorObject.errorCode ?? null;
    // Other events do not show that a package is full.
    if (code !== expected && !(code === '412' && expected === null))
      this.#note(`${item['iccid']} ${item['state']} ${item['subscriptionPackage']} → ${target}: ${code}`);
    if ((resource.resourceState === 'FAILED') !== infos.length > 0) this.#note('a failure has no info');
    if (code !== null) return;
    item[isState ? 'state' : 'subscriptionPackage'] = target;
    item['lastModifiedAt'] = at;
  }

  #note(contradiction: string): void {
    this.contradictions.push(contradiction);
  }
}

function propertyOf(
  { resourceProperties }: { readonly resourceProperties: readonly { readonly type: string; readonly value: string }[] },
  type: string,
): string {
  return resourceProperties.find((property) => property.type === type)?.value ?? '';
}
