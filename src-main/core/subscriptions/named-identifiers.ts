/** Every identifier that an event's text names, whatever kind it is of, in lower case: what it is to us, it may not be there. */
import { identifiersOf } from '../../../src-shared/service/identifiers.ts';

export function namedIdentifiers(raw: string): string[] {
  const { eid, iccid, imsi, msisdn, request, resource } = identifiersOf(raw);
  return [eid, iccid, imsi, msisdn, request, resource].flatMap((ids) => ids.map((id) => id.toLowerCase()));
}
