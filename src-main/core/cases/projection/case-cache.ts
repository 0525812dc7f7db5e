/** All groups, and the most recently used cases, because not all cases fit into memory. */
import { casesByKey } from '../cases-by-key.ts';
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import { type CaseKey, type CauseKey, caseKeySchema } from '../../../../src-shared/domain/cases/case.ts';
import type { CaseProjectionCommit, CaseProjectionWriter, CaseState, GroupState } from '../../ports/case-projection.ts';
import type { CaseBatch } from './case-batches.ts';
import { CaseReducer, type EndedAttempt } from './case-reducer.ts';

/** A case takes a few kilobytes. */
const MAX_CACHED_CASES = 1_000;

interface CaseChanges extends Pick<
  CaseProjectionCommit,
  'cases' | 'groups' | 'attempts' | 'stays' | 'resumedStays' | 'tallies'
> {
  /** True if all groups were read again, so that some may be gone. */
  readonly isComplete: boolean;
  readonly ended: readonly EndedAttempt[];
}

export class CaseCache {
  readonly #writer: Pick<CaseProjectionWriter, 'cases' | 'groups'>;
  readonly #silenceMs: number;
  #groups: Map<CauseKey, GroupState>;
  #isOld = false;
  /** Least recently used first. */
  readonly #cases = new Map<CaseKey, CaseState>();

  constructor(
    writer: Pick<CaseProjectionWriter, 'cases' | 'groups'>,
    groups: readonly GroupState[],
    silenceMs: number,
  ) {
    this.#writer = writer;
    this.#silenceMs = silenceMs;
    this.#groups = new Map(groups.map((group) => [group.key, group]));
  }

  get groups(): ReadonlyMap<CauseKey, GroupState> {
    return this.#groups;
  }

  invalidate(): void {
    this.#cases.clear();
    this.#isOld = true;
  }

  /** @param gaps ended gaps near the events of the batch */
  async apply(batch: CaseBatch, gaps: readonly Gap[]): Promise<CaseChanges> {
    const isComplete = this.#isOld;
    if (isComplete) {
      this.#isOld = false;
      this.#groups = new Map((await this.#writer.groups()).map((group) => [group.key, group]));
    }
    const cases = await this.#casesOf(batch);
    const taking = new CaseReducer({ cases, groups: this.#groups, silenceMs: this.#silenceMs, gaps });
    const actions = [...batch.actions];
    const applyActions = (before: number): void => {
      while ((actions[0]?.afterSeq ?? Infinity) < before) {
        const action = actions.shift();
        if (action !== undefined) taking.applyAction(action);
      }
    };
    for (const { key, event, request } of batch.events) {
      applyActions(event.seq);
      taking.applyEvent(event, request, key);
    }
    applyActions(Infinity);
    const changes = taking.changes();
    this.#remember(changes.cases);
    for (const group of changes.groups) this.#groups.set(group.key, group);
    return { ...changes, isComplete, ended: taking.ended };
  }

  async #casesOf({ events, actions }: CaseBatch): Promise<CaseState[]> {
    const keys = new Set(events.map(({ key }) => key));
    for (const { subjects } of actions)
      for (const subject of subjects) {
        const key = caseKeySchema.safeParse(subject);
        if (key.success) keys.add(key.data);
      }
    const found: CaseState[] = [];
    const missing: CaseKey[] = [];
    for (const key of keys) {
      const known = this.#cases.get(key);
      if (known === undefined) missing.push(key);
      else found.push(known);
    }
    return [...found, ...(await casesByKey(this.#writer, missing)).values()];
  }

  #remember(cases: readonly CaseState[]): void {
    for (const state of cases.slice(-MAX_CACHED_CASES)) {
      this.#cases.delete(state.key);
      this.#cases.set(state.key, state);
    }
    for (const key of this.#cases.keys()) {
      if (this.#cases.size <= MAX_CACHED_CASES) break;
      this.#cases.delete(key);
    }
  }
}
