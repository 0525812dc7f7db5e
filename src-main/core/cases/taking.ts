/**
 * Takes events and facts in order and says what is different in the book of cases for them. Pure: the same in, the same
 * out, in whatever pieces. It must never make a failure greener than the events that came, or a person, say.
 */
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import { type CaseKey, caseKey } from '../../../src-shared/domain/case.ts';
import type { StoredFact } from '../../../src-shared/domain/case-fact.ts';
import { LOCALIZATION_KIND, REQUEST_KIND } from '../../../src-shared/service/notification-words.ts';
import type { BookCommit, CaseState, GroupState } from '../ports/case-book.ts';
import type { RequestReading } from '../requests/request-reading.ts';

/** Raised whenever the same events and facts make another book. */
export const TAKING_VERSION = 1;

/** Whatever its outcome: a success of a case that nobody saw fail is one, too. */
export function isCaseEvent({ kind }: Pick<EventSummary, 'kind'>): boolean {
  return kind === LOCALIZATION_KIND || kind === REQUEST_KIND;
}

/** Of an event for which `isCaseEvent` holds. */
export function keyOf({ kind, eid, requestId, seq }: EventSummary): CaseKey {
  if (kind === LOCALIZATION_KIND && eid !== null) return caseKey({ kind: 'eid', eid });
  if (kind === REQUEST_KIND && requestId !== null) return caseKey({ kind: 'request', requestId });
  return caseKey({ kind: 'event', seq });
}

export class Taking {
  readonly #cases: Map<CaseKey, CaseState>;
  readonly #groups: Map<string, GroupState>;
  readonly #silenceMs: number;

  /** @param cases those that events and facts will name, as far as they are kept; `groups`: all that are kept */
  constructor({
    cases,
    groups,
    silenceMs,
  }: {
    cases: Iterable<CaseState>;
    groups: Iterable<GroupState>;
    silenceMs: number;
  }) {
    this.#cases = new Map([...cases].map((state) => [state.key, state]));
    this.#groups = new Map([...groups].map((state) => [state.key, state]));
    this.#silenceMs = silenceMs;
  }

  /** @param request of a CMP_EVENT, as far as its text can be read */
  event(event: EventSummary, request: RequestReading | null): void {
    void [event, request, this.#silenceMs];
  }

  fact(fact: StoredFact): void {
    void fact;
  }

  /** Everything since it was made. */
  changes(): Pick<BookCommit, 'cases' | 'groups' | 'attempts' | 'stays'> {
    return { cases: [...this.#cases.values()], groups: [...this.#groups.values()], attempts: [], stays: [] };
  }
}
