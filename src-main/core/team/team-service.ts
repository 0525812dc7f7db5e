import { shortTextHash } from '../lib/text-hash.ts';

/** Hash of the domain's address, keyed with the log, so that a member of another service notices before it follows. */
export function teamService(log: string, { eventsUrl }: { readonly eventsUrl: string }): string {
  return shortTextHash(`${log} ${eventsUrl}`);
}
