/**
 * The `detailedMessage` of a LOCALIZATION event. Source: `service-spec.md` "Localization detailedMessage",
 * "Localization errorCode values".
 */
import { ErrorCodes } from './error-codes.ts';
import type { JsonFields, Marks } from './json-fields.ts';
import { LOCALIZATION_ERROR_CODES } from './event-vocabulary.ts';

export interface LocalizationMessage {
  readonly eid: string | null;
  readonly iccid: string | null;
  readonly countryCode: string | null;
  /** The message's own. Those of its detailed errors are "not standardized" and stand in `errorCodes` alone. */
  readonly errorCode: string | null;
  readonly errorCodes: string[];
  readonly errorTypes: string[];
  /** An error is told, also where its code cannot be read. */
  readonly hasError: boolean;
}

/** ISO 3166-1 alpha-2. */
const COUNTRY = /^[A-Z]{2}$/;

/** @param state the envelope's: an error code is promised for FAILED alone. */
export function readLocalization(message: JsonFields, state: string | null, marks: Marks): LocalizationMessage {
  message.expect('eid', 'localizedProfile');
  if (state === 'FAILED') message.expect('errorCode');
  const profile = message.object('localizedProfile');
  profile?.expect('countryCode');
  const codes = new ErrorCodes(marks);
  const errorCode = codes.read(message, LOCALIZATION_ERROR_CODES);
  for (const error of message.objects('detailedError') ?? []) codes.read(error, null);
  return {
    eid: message.identifier('eid'),
    // The document nests them; a service that writes them flat or dotted means the same.
    iccid: profile?.identifier('iccid') ?? message.identifier('localizedProfile.iccid') ?? message.identifier('iccid'),
    countryCode:
      profile?.textOfForm('countryCode', COUNTRY) ??
      message.textOfForm('localizedProfile.countryCode', COUNTRY) ??
      message.textOfForm('countryCode', COUNTRY),
    errorCode,
    errorCodes: codes.list(),
    errorTypes: codes.types(),
    hasError: message.has('errorCode') || message.hasContent('detailedError'),
  };
}
