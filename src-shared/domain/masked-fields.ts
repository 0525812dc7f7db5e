/** Which values can be masked in what leaves Watchfloor. */

/** What can be masked wherever it stands, in the received text too. */
export const maskedFields = ['imsi', 'msisdn', 'company', 'user', 'iccid', 'eid'] as const;
export type MaskedField = (typeof maskedFields)[number];

/** What is masked in an export unless the user says otherwise: what names people and companies, not the card. */
export const DEFAULT_MASKED_FIELDS = ['imsi', 'msisdn', 'company', 'user'] as const satisfies readonly MaskedField[];

/** What is masked in a support pack unless the user says otherwise: the provider looks an eUICC up by its EID. */
export const DEFAULT_PACK_MASKED_FIELDS = ['imsi', 'msisdn', 'company'] as const satisfies readonly MaskedField[];

/** What a person ticks. */
export const maskedFieldNames: Readonly<Record<MaskedField, string>> = {
  imsi: 'IMSI',
  msisdn: 'MSISDN',
  company: 'Company',
  user: 'User names',
  iccid: 'ICCID',
  eid: 'EID',
};
