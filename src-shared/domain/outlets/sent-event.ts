import type { CaseKey } from '../cases/case-keys.ts';
import type { StoredEvent } from '../event/event.ts';
import type { Turn } from './turn.ts';

export interface SentEvent {
  readonly kind: 'event';
  readonly number: number;
  /** The store and its seq: the same in each repeated delivery. */
  readonly id: string;
  readonly at: number;
  /** Key of its case. Not masked, so it is not sent. */
  readonly key: CaseKey;
  /** The key, masked like the event. */
  readonly subject: CaseKey;
  /** Masked, unless the outlet sends identifiers. `raw`: null if the text could not be masked. */
  readonly event: Omit<StoredEvent, 'raw'> & { readonly raw: string | null };
}

export type Sendable = Turn | SentEvent;
