/** Computes the figures of a failure group from its open cases, one by one. Pure. */
import type { ConsequenceKind } from '../../../../src-shared/domain/cases/case-keys.ts';
import { consequenceKinds } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { Author } from '../../../../src-shared/domain/cases/action.ts';
import type { Outcome } from '../../../../src-shared/domain/event/event.ts';
import { requestGroupOutcome } from '../../../../src-shared/domain/event/request-group.ts';
import type { CaseState, GroupAggregate, GroupState } from '../../../core/ports/case-projection.ts';

export interface OpenCase {
  readonly id: number;
  readonly consequence: number;
  readonly outcome: Outcome;
  readonly openedAt: number;
  readonly failedAt: number;
  /** Seq of the failure that its cause is from. */
  readonly failedSeq: number;
  readonly country: string | null;
  readonly owner: Author | null;
  /** If there is no owner, the time of the release. Null if the group's owner applies. */
  readonly ownedAt: number | null;
  /** Codes of its last attempt, without its error code. */
  readonly otherCodes: readonly string[];
  readonly iccid: string | null;
  readonly failedResources: number;
  readonly resources: number;
  readonly remindAt: number | null;
  /** End of its own mute; null if the group's mute applies. */
  readonly mutedUntil: number | null;
}

const MAX_CODES = 8;

interface GroupPart {
  readonly consequence: ConsequenceKind;
  readonly owner: Author | 'group' | null;
  count: number;
  openedAt: number;
}

export class GroupTally {
  readonly #now: number;
  readonly #countries = new Map<string | null, number>();
  readonly #parts = new Map<string, GroupPart>();
  readonly #codes = new Map<string, GroupAggregate['codes'][number]>();
  #casesWithCodes = 0;
  #worst = consequenceKinds.length - 1;
  #newest: OpenCase | null = null;
  #firstAt = Number.POSITIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #failedResources = 0;
  #resources = 0;
  #remindAt: number | null = null;
  #muted = 0;
  #withoutOwnMute = 0;
  #count = 0;
  #prefix: string | null = null;

  constructor(now: number) {
    this.#now = now;
  }

  add(one: OpenCase): void {
    this.#count += 1;
    this.#worst = Math.min(this.#worst, one.consequence);
    this.#firstAt = Math.min(this.#firstAt, one.openedAt);
    this.#failedAt = Math.max(this.#failedAt, one.failedAt);
    if (this.#newest === null || one.failedSeq > this.#newest.failedSeq) this.#newest = one;
    this.#failedResources += one.failedResources;
    this.#resources += one.resources;
    if (one.remindAt !== null) this.#remindAt = Math.min(one.remindAt, this.#remindAt ?? one.remindAt);
    if (one.mutedUntil === null) this.#withoutOwnMute += 1;
    else if (one.mutedUntil > this.#now) this.#muted += 1;
    this.#countries.set(one.country, (this.#countries.get(one.country) ?? 0) + 1);
    this.#addPart(one);
    if (one.otherCodes.length > 0) this.#casesWithCodes += 1;
    for (const code of one.otherCodes) {
      const { count, failedSeq } = this.#codes.get(code) ?? { count: 0, failedSeq: 0 };
      this.#codes.set(code, { code, count: count + 1, failedSeq: Math.max(failedSeq, one.failedSeq) });
    }
    if (this.#prefix !== '') this.#prefix = commonPrefix(this.#prefix ?? one.iccid ?? '', one.iccid ?? '');
  }

  /** @param only loads a case, used if it is the only one */
  aggregate(state: GroupState, only: (id: number) => CaseState | null): GroupAggregate | null {
    const newest = this.#newest;
    if (newest === null) return null;
    return {
      state,
      consequence: consequenceKinds[this.#worst] ?? 'not-known',
      outcome: requestGroupOutcome(
        { failedResources: this.#failedResources, resources: this.#resources },
        newest.outcome,
      ),
      firstAt: this.#firstAt,
      failedResources: this.#failedResources,
      resources: this.#resources,
      countries: [...this.#countries].map(([country, count]) => ({ country, count })).toSorted(byCount),
      parts: [...this.#parts.values()]
        .map((part) =>
          part.owner === 'group' ? { ...part, owner: state.standing.owner } : { ...part, owner: part.owner },
        )
        .toSorted(byCount),
      codes: [...this.#codes.values()]
        .toSorted((one, other) => byCount(one, other) || (one.code < other.code ? -1 : 1))
        .slice(0, MAX_CODES),
      casesWithCodes: this.#casesWithCodes,
      iccidPrefix: this.#prefix ?? '',
      failedAt: this.#failedAt,
      failedSeq: newest.failedSeq,
      remindAt: this.#remindAt,
      muted: this.#muted + (isMuted(state, this.#now) ? this.#withoutOwnMute : 0),
      only: this.#count === 1 ? only(newest.id) : null,
    };
  }

  #addPart({ consequence, owner: own, ownedAt, openedAt }: OpenCase): void {
    const owner = ownedAt === null ? 'group' : own;
    const name = JSON.stringify([consequence, owner]);
    const part = this.#parts.get(name);
    if (part === undefined) {
      this.#parts.set(name, { consequence: consequenceKinds[consequence] ?? 'not-known', owner, count: 1, openedAt });
      return;
    }
    part.count += 1;
    part.openedAt = Math.min(part.openedAt, openedAt);
  }
}

function isMuted({ standing: { mute } }: GroupState, now: number): boolean {
  return mute !== null && (mute.ends.kind !== 'time' || mute.ends.at > now);
}

function byCount(one: { readonly count: number }, other: { readonly count: number }): number {
  return other.count - one.count;
}

function commonPrefix(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}
