/**
 * All searches of one watch: those that are asked in this run, and those that are stored.
 */
import { appError } from '../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { Changes } from '../lib/changes.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { InventoryStore } from '../ports/inventory-store.ts';
import type { Log } from '../ports/log.ts';
import type { TokenKeeper } from '../sign-in/token-keeper.ts';
import type { RequestLog } from './request-log.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface SearchesParts {
  readonly profile: ConnectionProfile;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly inventory: InventoryStore;
  readonly requests: RequestLog;
  readonly tokens: Pick<TokenKeeper, 'accessToken' | 'reject'>;
  /** Of those who read long. */
  readonly events: Pick<EventReader, 'coverage' | 'events'>;
  /** Of requests and searches. */
  readonly changes: Changes;
}

export type Searches = Pick<
  Subscriptions,
  'follow' | 'begin' | 'next' | 'load' | 'cancel' | 'remove' | 'checkGap' | 'forgetNotAccepted'
> & {
  /** Tends what is kept until the signal is aborted; resolves when nothing is under way any more. */
  run(signal: AbortSignal): Promise<void>;
};

export function createSearches({ requests, changes }: SearchesParts): Searches {
  const none = async (id: string): Promise<never> => {
    throw appError('NO_SEARCH', { id });
  };
  return {
    async *follow(signal) {
      const until = signal ?? new AbortController().signal;
      while (!until.aborted) {
        const { revision } = changes;
        yield { revision, state: { searches: [], notAccepted: [], requests: requests.list() } };
        await changes.beyond(revision, until).catch(() => undefined);
      }
    },
    begin: none,
    next: none,
    load: none,
    cancel: none,
    remove: none,
    checkGap: (gap) => none(String(gap)),
    forgetNotAccepted: async () => undefined,
    run: async () => undefined,
  };
}
