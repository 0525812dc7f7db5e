/** Keeps the case projection of a watch up to date. Batches are applied in its thread; this side decides when. */
import { AppError } from '../../../../src-shared/api/errors.ts';
import type { CauseKey } from '../../../../src-shared/domain/cases/case.ts';
import { ChangeSignal } from '../../lib/change-signal.ts';
import type { CaseProgress, CaseProjectionPosition, CaseProjector, GroupState } from '../../ports/case-projection.ts';
import type { EventReader } from '../../ports/event-store.ts';
import type { Projection } from '../../projections/projection-loop.ts';
import { AttemptCounts } from './attempt-counts.ts';
import { CaseBatches } from './case-batches.ts';

interface FollowCasesParts {
  readonly projector: CaseProjector;
  readonly scanner: Pick<EventReader, 'orderedThrough' | 'caseEvents' | 'actions'>;
  readonly silenceMs: number;
  /** While stored events are being changed, the projection would be rebuilt again and again. */
  readonly waitUntilStable: (signal: AbortSignal) => Promise<void>;
  /** Called before each load: a seq may be that of another event now. */
  readonly onLoad: () => void;
}

export class FollowedCases implements Projection {
  readonly name = 'cases';
  readonly pace = 'prompt';
  readonly changes = new ChangeSignal();
  readonly attempts = new AttemptCounts();
  readonly #parts: FollowCasesParts;
  #position: CaseProjectionPosition | null = null;
  #groups = new Map<CauseKey, GroupState>();
  readonly #trackers = new Set<(groups: Iterable<GroupState>) => void>();

  constructor(parts: FollowCasesParts) {
    this.#parts = parts;
  }

  /** Position up to which everything is applied; null before the projection is loaded. */
  get processedThrough(): CaseProjectionPosition | null {
    return this.#position;
  }

  get groups(): ReadonlyMap<CauseKey, GroupState> {
    return this.#groups;
  }

  /** Passes the open groups now, and the changed groups after each batch; all after a load. Returns how to end it. */
  track(onGroups: (groups: Iterable<GroupState>) => void): () => void {
    onGroups(this.#groups.values());
    this.#trackers.add(onGroups);
    return () => this.#trackers.delete(onGroups);
  }

  async load(signal: AbortSignal): Promise<void> {
    await this.#parts.waitUntilStable(signal);
    this.#parts.onLoad();
    this.#publish(await this.#call((projector) => projector.load(this.#parts.silenceMs)));
  }

  async applyNext(): Promise<'more' | 'caught-up' | 'reload'> {
    const progress = await this.#call((projector) => projector.applyNext());
    if (progress === null) return 'reload';
    this.#publish(progress);
    return progress.isLast ? 'caught-up' : 'more';
  }

  #publish({ to, groups, isComplete, attempts }: CaseProgress): void {
    const before = this.#position;
    this.#position = to;
    if (isComplete) this.#groups = new Map();
    for (const group of groups)
      if (group.open > 0) this.#groups.set(group.key, group);
      else this.#groups.delete(group.key);
    for (const one of attempts) this.attempts.add(one);
    for (const onGroups of this.#trackers) onGroups(groups);
    const hasMoved = before?.cursor !== to.cursor || before.actions !== to.actions;
    if (hasMoved || isComplete || groups.length > 0) this.changes.notify();
  }

  async #call<Result>(call: (projector: CaseProjector) => Promise<Result>): Promise<Result> {
    try {
      return await call(this.#parts.projector);
    } catch (error) {
      // Reads the same events here: that starts the repair of the store, which the thread of the projection cannot do.
      if (error instanceof AppError && error.code === 'STORE_DAMAGED')
        await new CaseBatches(this.#parts.scanner, this.#position ?? START).next().catch(() => undefined);
      this.changes.notify();
      throw error;
    }
  }
}

const START: CaseProjectionPosition = { cursor: 0, actions: 0 };
