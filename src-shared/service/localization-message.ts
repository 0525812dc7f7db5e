/** Reads the `detailedMessage` of a LOCALIZATION event. Source: `docs/service.md` §5.1, §5.4. */
import { ErrorCodes } from './error-codes.ts';
import type { JsonFields, Marks } from './json-fields.ts';
import { LOCALIZATION_ERROR_CODES } from './event-vocabulary.ts';

export interface LocalizationMessage {
  readonly eid: string | null;
  readonly iccid: string | null;
  readonly countryCode: string | null;
  /** Code of the message itself. Codes of its detailed errors are "not standardized" and only in `errorCodes`. */
  readonly errorCode: string | null;
  readonly errorCodes: string[];
  readonly errorTypes: string[];
  /** True if the message reports an error, even if its code cannot be read. */
  readonly hasError: boolean;
}

const COUNTRY = /^[A-Z]{2}$/;

/** @param state of the envelope; an error code is promised only for FAILED */
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
    // The document nests these fields; a service may also write them flat or dotted.
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
