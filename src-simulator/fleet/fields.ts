/** Fields of a subscription. The first four are documented; the simulator adds typical others. */
export const fieldNames = [
  'iotSubscriptionId',
  'subscriptionType',
  'domainId',
  'lastModifiedAt',
  'createdAt',
  'state',
  'subscriptionPackage',
  'eid',
  'iccid',
  'imsi',
  'msisdn',
  'imei',
  'countryCode',
  'companyId',
  'companyName',
  'deviceModel',
  'label',
] as const;
export type FieldName = (typeof fieldNames)[number];

export type Subscription = Readonly<Record<Exclude<FieldName, 'eid'>, string>> & {
  /** Null for a plain UICC, which has no EID. */
  readonly eid: string | null;
};

/** Identifiers that a row can be found by. They are the simulator's values of `{idType}` of the trigger endpoints. */
export const idTypes = ['iotSubscriptionId', 'iccid', 'imsi', 'msisdn', 'eid'] as const;
export type IdType = (typeof idTypes)[number];

/** Fields that change while the simulator runs, in addition to `lastModifiedAt`. */
const changingFields = ['state', 'subscriptionPackage', 'countryCode'] as const;
export type ChangingField = (typeof changingFields)[number];

export function isChanging(field: FieldName): field is ChangingField {
  return changingFields.some((changing) => changing === field);
}
