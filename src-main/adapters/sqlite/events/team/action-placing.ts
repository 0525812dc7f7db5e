/**
 * Places actions where the team's log has them. Actions made here wait in `action_out` until then. While the log cannot
 * be reached they are also in `action`, after all that it has placed. The caller holds the transaction.
 */
import type { Database } from 'better-sqlite3';
import { type ActionEntry, actionEntrySchema } from '../../../../../src-shared/domain/cases/action.ts';
import { parseJsonOrNull } from '../../../../../src-shared/lib/parse-json.ts';
import type { PlacedAction } from '../../../../core/ports/team-store.ts';
import { preparing } from '../../prepared-statement.ts';
import { type ActionRow, type ActionRowWriter, rowOf } from '../rows/action-rows.ts';

export function createActionPlacer(database: Database, actionRows: ActionRowWriter) {
  const rows = outStatements(database);

  function queue(actions: readonly ActionEntry[]): void {
    for (const action of actions) rows.insert.run({ id: action.id, json: JSON.stringify(action) });
  }

  /** From now on, all stored actions wait for their place in the log. They stay applied meanwhile. */
  function queueStored(): void {
    rows.insertStored.run();
  }

  /** The actions after this number wait for their place in the log again. They stay applied meanwhile. */
  function queueAfter(number: number): void {
    rows.insertAfter.run(number);
  }

  /** Marks all stored actions, until the log that was made again has them, too. */
  function compareStored(): void {
    rows.insertCompared.run();
  }

  /** Call when the new log has everything that one store had: the actions that it lacks wait for their place in it. */
  function queueCompared(): void {
    rows.queueCompared.run(rows.newest.get()?.number ?? 0);
  }

  function unplaced(): ActionEntry[] {
    return rows.all.all().flatMap(({ json }) => parseAction(json) ?? []);
  }

  /** Adds the waiting actions that are not stored yet, so that projections apply them. */
  function addUnplaced(newestSeq: number): void {
    actionRows.add(unplaced(), newestSeq);
  }

  /**
   * An action keeps the first place that the log gave it. `isHistory`: the log had these before it was made again.
   * Returns true if an action is now before something that a projection may have applied (`appliedThrough`).
   */
  function place(placed: readonly PlacedAction[], appliedThrough: number, isHistory: boolean): boolean {
    if (placed.length === 0) return false;
    const moved = new Set(isHistory ? placed.filter(isElsewhere).map(({ action: { id } }) => id) : []);
    const isEarlier = moved.size > 0 ? mergeIn(placed, appliedThrough, moved) : addInOrder(placed, appliedThrough);
    for (const { action } of placed) rows.remove.run(action.id);
    return isEarlier;
  }

  function isElsewhere({ action: { id }, afterSeq }: PlacedAction): boolean {
    const stored = rows.placeOf.get(id);
    return stored !== undefined && stored.afterSeq !== afterSeq;
  }

  function addInOrder(placed: readonly PlacedAction[], appliedThrough: number): boolean {
    const isNext = rows.applied.get() === undefined && isAscending([actionRows.newestAfterSeq(), ...afterSeqs(placed)]);
    if (!isNext) return mergeIn(placed, appliedThrough, new Set());
    let isEarlier = false;
    for (const { action, afterSeq } of placed)
      if (actionRows.add([action], afterSeq) > 0 && afterSeq < appliedThrough) isEarlier = true;
    return isEarlier;
  }

  /** After earlier actions of the log, before those that it has not placed. `moved`: ids that leave their place. */
  function mergeIn(placed: readonly PlacedAction[], appliedThrough: number, moved: ReadonlySet<string>): boolean {
    const before = actionRows.all();
    const out = new Set(rows.all.all().map(({ id }) => id));
    const settled = before.filter(({ id }) => !out.has(id) && !moved.has(id));
    const waiting = new Map(before.filter(({ id }) => out.has(id)).map((row) => [row.id, row]));
    const known = new Set(settled.map(({ id }) => id));
    for (const { action, afterSeq } of placed) {
      if (known.has(action.id)) continue;
      known.add(action.id);
      waiting.delete(action.id);
      settled.splice(settled.findLastIndex((row) => row.afterSeq <= afterSeq) + 1, 0, rowOf(action, 0, afterSeq));
    }
    const last = settled.at(-1)?.afterSeq ?? 0;
    const after = [
      ...settled,
      ...[...waiting.values()].map((row) => ({ ...row, afterSeq: Math.max(row.afterSeq, last) })),
    ];
    const same = after.findIndex((row, index) => !isSamePlace(row, before[index]));
    if (same === -1) return false;
    actionRows.replaceFrom(same + 1, after.slice(same));
    return same < before.length || after.slice(same).some(({ afterSeq }) => afterSeq < appliedThrough);
  }

  return { queue, queueStored, queueAfter, compareStored, queueCompared, unplaced, addUnplaced, place };
}
export type ActionPlacer = ReturnType<typeof createActionPlacer>;

function isSamePlace(row: ActionRow, other: ActionRow | undefined): boolean {
  return row.id === other?.id && row.afterSeq === other.afterSeq;
}

function afterSeqs(placed: readonly PlacedAction[]): number[] {
  return placed.map(({ afterSeq }) => afterSeq);
}

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => number >= (numbers[index - 1] ?? 0));
}

function parseAction(json: string): ActionEntry | undefined {
  return actionEntrySchema.safeParse(parseJsonOrNull(json)).data;
}

interface OutRow {
  readonly id: string;
  readonly json: string;
}

function outStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    /** An action with a number below 0 does not wait: it is only compared. */
    all: prepare<[], OutRow>('SELECT id, json FROM action_out WHERE number > 0 ORDER BY number'),
    insert: prepare<[OutRow]>(
      `INSERT INTO action_out (id, json) SELECT :id, :json WHERE NOT EXISTS (SELECT 1 FROM action WHERE id = :id)
       ON CONFLICT (id) DO NOTHING`,
    ),
    insertStored: prepare<[]>(
      'INSERT INTO action_out (id, json) SELECT id, json FROM action WHERE true ORDER BY number ON CONFLICT (id) DO NOTHING',
    ),
    insertAfter: prepare<[number: number]>(
      'INSERT INTO action_out (id, json) SELECT id, json FROM action WHERE number > ? ORDER BY number ON CONFLICT (id) DO NOTHING',
    ),
    placeOf: prepare<[id: string], { afterSeq: number }>('SELECT after_seq AS afterSeq FROM action WHERE id = ?'),
    insertCompared: prepare<[]>(
      'INSERT INTO action_out (number, id, json) SELECT -number, id, json FROM action WHERE true ON CONFLICT (id) DO NOTHING',
    ),
    newest: prepare<[], { number: number }>('SELECT ifnull(max(number), 0) AS number FROM action_out WHERE number > 0'),
    queueCompared: prepare<[newest: number]>('UPDATE action_out SET number = ? - number WHERE number < 0'),
    remove: prepare<[id: string]>('DELETE FROM action_out WHERE id = ?'),
    /** Finds an action that waits and is applied. */
    applied: prepare<[], { id: string }>(
      'SELECT id FROM action_out WHERE number > 0 AND id IN (SELECT id FROM action) LIMIT 1',
    ),
  };
}
