/** Masked everywhere, in the received text too. */
export const maskedFields = ['imsi', 'msisdn', 'company', 'user', 'iccid', 'eid'] as const;
export type MaskedField = (typeof maskedFields)[number];

/** Masked in an export by default: values that name people and companies, not the card. */
export const DEFAULT_MASKED_FIELDS = ['imsi', 'msisdn', 'company', 'user'] as const satisfies readonly MaskedField[];

/** Masked in a support pack by default. The EID stays, because the provider finds an eUICC by it. */
export const DEFAULT_PACK_MASKED_FIELDS = ['imsi', 'msisdn', 'company'] as const satisfies readonly MaskedField[];

export const maskedFieldNames: Readonly<Record<MaskedField, string>> = {
  imsi: 'IMSI',
  msisdn: 'MSISDN',
  company: 'Company',
  user: 'User names',
  iccid: 'ICCID',
  eid: 'EID',
};
