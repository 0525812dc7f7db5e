/** Finds out what an undo takes back: an operator must not read "undone" if nothing changed. */
import type { Undone } from '../../../src-shared/api/cases.ts';
import type { ActionEntry, StoredActionEntry } from '../../../src-shared/domain/cases/action.ts';
import { type CaseKey, type CauseKey, isCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { firstChange } from '../lib/first-change.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { CaseProjectionReader, CaseState, GroupState } from '../ports/case-projection.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import { allActions } from './all-actions.ts';
import { canReopen } from './projection/case-transitions.ts';

interface UndoParts {
  readonly projection: Pick<CaseProjectionReader, 'cases' | 'position'>;
  readonly reader: Pick<EventReader, 'actions'>;
  readonly groups: ReadonlyMap<CauseKey, GroupState>;
  readonly clock: Pick<Clock, 'elapsed' | 'sleep'>;
  readonly committed: ChangeSignal;
}

interface UndoRequest {
  readonly undone: readonly ActionEntry[];
  /** Every action up to this number was applied before they were recorded. */
  readonly after: number;
  readonly record: () => Promise<readonly ActionEntry[]>;
}

/** The log of a team places an action within this time, unless it cannot be reached. */
const MAX_WAIT_MS = 2_000;

export async function undoActions(
  parts: UndoParts,
  { undone, after, record }: UndoRequest,
  signal: AbortSignal,
): Promise<Undone> {
  const before = await placedAfter(parts.reader, after);
  const isApplied = (await parts.projection.position()).actions >= (before.at(-1)?.number ?? after);
  const isKnown = isApplied && undone.every(({ id }) => before.some((action) => action.id === id));
  const targets = isKnown ? await targetsOf(parts, undone) : null;
  if (targets !== null && targets.subjects.size === 0) return { kind: 'nothing', by: targets.by };
  const recorded = await record();
  const others = targets && (await othersBefore(parts, recorded, before.at(-1)?.number ?? after, signal));
  if (targets === null || others === null) return { kind: 'not-known' };
  const left = [...targets.subjects].filter((subject) => !others.some(({ subjects }) => subjects.includes(subject)));
  const by = others.at(-1)?.author.name ?? targets.by;
  const count = left.filter((subject) => !isCauseKey(subject)).length;
  if (left.length === 0) return { kind: 'nothing', by };
  return count === targets.cases ? { kind: 'undone' } : { kind: 'partly', undone: count, of: targets.cases, by };
}

/** Returns the subjects on which no other action or success has followed, and the author of the last one that did. */
async function targetsOf({ projection, groups }: UndoParts, undone: readonly ActionEntry[]) {
  const subjects = new Set<CaseKey | CauseKey>();
  let cases = 0;
  let by: string | null = null;
  for (const { id, subjects: named } of undone) {
    const look = (key: CaseKey | CauseKey, before: CaseState['before'] | GroupState['before'], canUndo: boolean) => {
      if (before?.action === id && canUndo) subjects.add(key);
      else if (before !== null && before.action !== id) by = before.author.name;
    };
    const states = await projection.cases(named.filter((key): key is CaseKey => !isCauseKey(key)));
    cases += states.length;
    for (const state of states) look(state.key, state.before, state.openedAt !== null || canReopen(state));
    for (const key of named.filter((one) => isCauseKey(one))) {
      const group = groups.get(key);
      if (group !== undefined) look(key, group.before, true);
    }
  }
  return { subjects, cases, by };
}

/** Returns the actions that have a place between `after` and the undo; null if the undo has none yet. */
async function othersBefore(
  { reader, clock, committed }: UndoParts,
  recorded: readonly ActionEntry[],
  after: number,
  signal: AbortSignal,
): Promise<readonly StoredActionEntry[] | null> {
  const end = clock.elapsed() + MAX_WAIT_MS;
  for (;;) {
    const { revision } = committed;
    const placed = await placedAfter(reader, after);
    const last = placed.findLastIndex(({ id }) => recorded.some((one) => one.id === id));
    const isPlaced = recorded.every(({ id }) => placed.some((one) => one.id === id));
    if (isPlaced) return placed.slice(0, last).filter(({ id }) => !recorded.some((one) => one.id === id));
    const left = end - clock.elapsed();
    if (left <= 0 || signal.aborted) return null;
    await firstChange(clock, [[committed, revision]], left, signal);
  }
}

/** Without those of a team that wait for their place in its log. */
async function placedAfter(reader: UndoParts['reader'], after: number): Promise<readonly StoredActionEntry[]> {
  const actions: StoredActionEntry[] = [];
  for await (const action of allActions(reader, undefined, undefined, after)) actions.push(action);
  return actions;
}
