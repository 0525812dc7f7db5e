/**
 * Stores the log of actions. Those of another database of the lineage are merged in, each after the event after which
 * it was stored, so that numbers and seqs rise together. The caller holds the transaction.
 */
import type { Database } from 'better-sqlite3';
import {
  actionEntrySchema,
  type AnyActionEntry,
  anyActionEntrySchema,
  type StoredActionEntry,
} from '../../../../../src-shared/domain/cases/action.ts';
import { SERVICE_REPORTS } from '../../../../../src-shared/domain/report-action.ts';
import { SHARED_VIEWS } from '../../../../../src-shared/domain/shared-view.ts';
import { parseJsonOrNull } from '../../../../../src-shared/lib/parse-json.ts';
import type { ActionSubjects } from '../../../../core/ports/event-store.ts';
import { preparing } from '../../prepared-statement.ts';

export interface ActionRow {
  readonly number: number;
  readonly id: string;
  readonly afterSeq: number;
  readonly at: number;
  readonly json: string;
}

/** Max length of the JSON in one page of actions, in characters; a longer action is returned alone. */
const MAX_BATCH_LENGTH = 2_097_152;

export const SELECT_ACTIONS = 'SELECT number, id, after_seq AS afterSeq, at, json FROM action';

export function createActionRowWriter(database: Database) {
  const rows = actionWriteStatements(database);

  /** Returns the number of actions that were not stored yet. */
  function add(actions: readonly AnyActionEntry[], afterSeq: number): number {
    const before = rows.newest.get()?.number ?? 0;
    let number = before;
    for (const action of actions) {
      if (rows.insert.run(rowOf(action, number + 1, afterSeq)).changes === 0) continue;
      number += 1;
      insertSubjects(number, action);
    }
    return number - before;
  }

  /**
   * False if all are stored already. `found`: in any order, also twice with an earlier number. `upTo`: the newest
   * assigned seq, to which a higher `afterSeq` is lowered.
   */
  function merge(found: readonly ActionRow[], upTo: number): boolean {
    const own = rows.all.all();
    const ids = new Set(own.map(({ id }) => id));
    const missing = new Map<string, ActionRow>();
    for (const row of found.toSorted((one, other) => one.afterSeq - other.afterSeq || one.number - other.number))
      if (!ids.has(row.id) && parseAnyActionRow(row) !== null)
        missing.set(row.id, { ...row, afterSeq: Math.min(row.afterSeq, upTo) });
    if (missing.size === 0) return false;
    replaceFrom(1, merged(own, [...missing.values()]));
    return true;
  }

  /** Replaces the actions with this number and later ones. Numbers the new ones from there. */
  function replaceFrom(first: number, actions: readonly ActionRow[]): void {
    rows.removeFrom.run(first);
    rows.removeSubjectsFrom.run(first);
    for (const [index, row] of actions.entries()) {
      const numbered = { ...row, number: first + index };
      rows.insert.run(numbered);
      const action = parseAnyActionRow(numbered);
      if (action !== null) insertSubjects(numbered.number, action);
    }
  }

  function insertSubjects(number: number, action: AnyActionEntry): void {
    for (const subject of subjectsOf(action)) rows.about.run(subject, number);
  }

  return {
    add,
    merge,
    replaceFrom,
    all: () => rows.all.all(),
    /** Returns the place of the newest action; 0 if there is none. */
    newestAfterSeq: () => rows.newest.get()?.afterSeq ?? 0,
  };
}
export type ActionRowWriter = ReturnType<typeof createActionRowWriter>;

function subjectsOf({ subjects, what }: AnyActionEntry): readonly string[] {
  if (what.kind === 'share-view' || what.kind === 'unshare-view') return [SHARED_VIEWS];
  return what.kind === 'explain' || what.kind === 'set-targets' ? [SERVICE_REPORTS] : subjects;
}

export function rowOf(action: AnyActionEntry, number: number, afterSeq: number): ActionRow {
  return { number, id: action.id, afterSeq, at: Math.round(action.at), json: JSON.stringify(action) };
}

function merged(own: readonly ActionRow[], others: readonly ActionRow[]): ActionRow[] {
  const rows: ActionRow[] = [];
  let index = 0;
  for (const row of own) {
    for (let other = others[index]; other !== undefined && isBefore(other, row); other = others[index]) {
      rows.push(other);
      index += 1;
    }
    rows.push(row);
  }
  return [...rows, ...others.slice(index)];
}

function isBefore(one: ActionRow, other: ActionRow): boolean {
  return one.afterSeq < other.afterSeq || (one.afterSeq === other.afterSeq && one.at < other.at);
}

/** Returns at least one action if there is any. With `about`, only those with these subjects. */
export function readActionsAfter(
  reads: ActionStatements,
  after: number,
  limit: number,
  about: ActionSubjects | undefined,
): StoredActionEntry[] {
  const [one, other = one] = about ?? [];
  const next = (number: number): ActionRow | undefined =>
    one === undefined || other === undefined
      ? reads.next.get(number)
      : reads.nextAbout.get({ after: number, one, other });
  const actions: StoredActionEntry[] = [];
  let length = 0;
  for (let row = next(after); row !== undefined && actions.length < limit; row = next(row.number)) {
    length += row.json.length;
    if (length > MAX_BATCH_LENGTH && actions.length > 0) break;
    const action = parseActionRow(row);
    if (action !== null) actions.push(action);
  }
  return actions;
}

/**
 * Like `readActionsAfter`, but marks actions that the team's log has not placed, and adds those that are not in the
 * store's log of actions at the end.
 */
export function readActionsAbout(
  reads: ActionStatements,
  after: number,
  limit: number,
  about: ActionSubjects,
  newestSeq: number,
): StoredActionEntry[] {
  const actions = readActionsAfter(reads, after, limit, about);
  const out = reads.unplaced.all();
  if (out.length === 0) return actions;
  const ids = new Set(out.map(({ id }) => id));
  const stored = actions.map((action): StoredActionEntry =>
    ids.has(action.id) ? { ...action, isSending: true } : action,
  );
  if (stored.length > 0) return stored;
  const subjects = new Set<string | undefined>(about);
  const { number: newest } = reads.newest.get() ?? { number: 0 };
  return out
    .filter(({ isApplied }) => isApplied === 0)
    .flatMap((row, index): StoredActionEntry[] => {
      const action = parseActionRow({ ...row, number: newest + index + 1, afterSeq: newestSeq, at: 0 });
      return action === null ? [] : [{ ...action, isSending: true }];
    })
    .filter((action) => action.number > after && subjectsOf(action).some((subject) => subjects.has(subject)))
    .slice(0, limit);
}

function parseActionRow({ number, id, afterSeq, json }: ActionRow): StoredActionEntry | null {
  const action = actionEntrySchema.safeParse(parseJsonOrNull(json)).data;
  return action?.id === id ? { ...action, number, afterSeq } : null;
}

/** Also returns an action that only a newer version knows. */
function parseAnyActionRow({ id, json }: Pick<ActionRow, 'id' | 'json'>): AnyActionEntry | null {
  const action = anyActionEntrySchema.safeParse(parseJsonOrNull(json)).data;
  return action?.id === id ? action : null;
}

type ActionStatements = ReturnType<typeof actionStatements>;

export function actionStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    next: prepare<[after: number], ActionRow>(`${SELECT_ACTIONS} WHERE number > ? ORDER BY number LIMIT 1`),
    nextAbout: prepare<[{ after: number; one: string; other: string }], ActionRow>(
      `${SELECT_ACTIONS} WHERE number = (SELECT min(number) FROM (
         SELECT min(number) AS number FROM action_subject WHERE subject = :one AND number > :after UNION ALL
         SELECT min(number) FROM action_subject WHERE subject = :other AND number > :after))`,
    ),
    newest: prepare<[], { number: number }>('SELECT ifnull(max(number), 0) AS number FROM action'),
    unplaced: prepare<[], { id: string; json: string; isApplied: 0 | 1 }>(
      'SELECT id, json, id IN (SELECT id FROM action) AS isApplied FROM action_out WHERE number > 0 ORDER BY number',
    ),
  };
}

function actionWriteStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    newest: prepare<[], { number: number; afterSeq: number }>(
      'SELECT number, after_seq AS afterSeq FROM action ORDER BY number DESC LIMIT 1',
    ),
    all: prepare<[], ActionRow>(`${SELECT_ACTIONS} ORDER BY number`),
    insert: prepare<[ActionRow]>(
      `INSERT INTO action (number, id, after_seq, at, json) VALUES (:number, :id, :afterSeq, :at, :json)
       ON CONFLICT (id) DO NOTHING`,
    ),
    /** Ignores duplicates, because an action can name a subject twice. */
    about: prepare<[subject: string, number: number]>(
      'INSERT OR IGNORE INTO action_subject (subject, number) VALUES (?, ?)',
    ),
    removeFrom: prepare<[number: number]>('DELETE FROM action WHERE number >= ?'),
    removeSubjectsFrom: prepare<[number: number]>('DELETE FROM action_subject WHERE number >= ?'),
  };
}
