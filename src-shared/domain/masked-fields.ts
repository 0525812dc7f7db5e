/** Which values can be masked in what leaves Watchfloor. */

/** What can be masked wherever it stands, in the received text too. */
export const maskedFields = ['imsi', 'msisdn', 'company', 'user', 'iccid', 'eid'] as const;
export type MaskedField = (typeof maskedFields)[number];

/** What is masked in an export unless the user says otherwise: what names people and companies, not the card. */
export const USUALLY_MASKED = ['imsi', 'msisdn', 'company', 'user'] as const satisfies readonly MaskedField[];
