/** The fields of a subscription. The first four are the document's; the rest is the simulator's, of the kind one finds. */
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
  /** `null`: a plain UICC has none. */
  readonly eid: string | null;
};

/** Fields by which a row can be found: `{idType}` of the trigger endpoints, the simulator's choice. */
export const idTypes = ['iotSubscriptionId', 'iccid', 'imsi', 'msisdn', 'eid'] as const;
export type IdType = (typeof idTypes)[number];

/** Of these a subscription changes while the simulator runs. */
export const changingFields = ['state', 'subscriptionPackage', 'countryCode'] as const;
export type ChangingField = (typeof changingFields)[number];
