/**
 * Returns all identifiers of any kind in an event's text, in lower case. Kinds are ignored, because the service may
 * classify an identifier differently.
 */
import { identifiersOf } from '../../../src-shared/service/identifiers.ts';

export function namedIdentifiers(raw: string): string[] {
  const { eid, iccid, imsi, msisdn, request, resource } = identifiersOf(raw);
  return [eid, iccid, imsi, msisdn, request, resource].flatMap((ids) => ids.map((id) => id.toLowerCase()));
}
