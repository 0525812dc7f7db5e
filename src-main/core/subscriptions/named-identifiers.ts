/** Ignores the kinds of identifiers, because the service may classify one differently. In lower case. */
import { identifiersOf } from '../../../src-shared/service/identifiers.ts';

export function namedIdentifiers(raw: string): string[] {
  const { eid, iccid, imsi, msisdn, request, resource } = identifiersOf(raw);
  return [eid, iccid, imsi, msisdn, request, resource].flatMap((ids) => ids.map((id) => id.toLowerCase()));
}
