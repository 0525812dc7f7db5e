/**
 * The `detailedMessage` of a LOCALIZATION event. Source: `service-spec.md` "Localization detailedMessage",
 * "Localization errorCode values".
 */
import { ErrorCodes } from './error-codes.ts';
import type { JsonFields, Marks } from './json-fields.ts';
import { LOCALIZATION_ERROR_CODES } from './notification-words.ts';

export interface LocalizationMessage {
  readonly eid: string | null;
  readonly iccid: string | null;
  readonly countryCode: string | null;
  readonly errorCode: string | null;
  readonly errorCodes: string[];
}

/** @param state the envelope's: an error code is promised for FAILED alone. */
export function readLocalization(message: JsonFields, state: string | null, marks: Marks): LocalizationMessage {
  message.expect('eid', 'localizedProfile');
  if (state === 'FAILED') message.expect('errorCode');
  const profile = message.object('localizedProfile');
  profile?.expect('countryCode');
  const codes = new ErrorCodes(marks);
  codes.read(message, LOCALIZATION_ERROR_CODES);
  for (const error of message.objects('detailedError') ?? []) codes.read(error, null);
  const errorCodes = codes.list();
  return {
    eid: message.identifier('eid'),
    iccid: profile?.identifier('iccid') ?? null,
    countryCode: profile?.text('countryCode') ?? null,
    errorCode: errorCodes[0] ?? null,
    errorCodes,
  };
}
