/**
 * Reads what can be recovered from a database that was set aside, a backup, a log or a connection to a deleted
 * database. Callers compare texts with their check values.
 */
import { closeSync, existsSync, fstatSync, readSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { gapReasonSchema } from '../../../../../src-shared/domain/coverage/coverage.ts';
import { fileSizeBytes } from '../../../files/file-stat.ts';
import { openPlainFile } from '../../../files/plain-file.ts';
import { type ColumnCounts, columnCounts, readOnce } from '../files/open-database.ts';
import { type ActionRow, SELECT_ACTIONS } from '../rows/action-rows.ts';
import { type HistoryRow, readHistory } from '../rows/history-rows.ts';
import { PAGE_BYTES, type PageRow, parsePageRows } from './sqlite-page.ts';
import type { SeenRange } from '../rows/seen-ranges.ts';
import { GAPS } from '../rows/statements.ts';
import type { SavedGap, SavedSession } from '../writing/span-merger.ts';

export interface RecoveredText {
  /** Row of `block` or of `received`; the check values show which. */
  readonly rowid: number;
  readonly body: Buffer;
}

interface RepeatRow {
  readonly seq: number;
  readonly count: number;
}

/** An action that the log of the team has not placed. */
interface UnplacedRow {
  readonly id: string;
  readonly json: string;
}

/** An event that the log of the team did not confirm. */
interface LateRow {
  readonly number: number;
  readonly json: string;
}

export interface RecoverySource {
  readonly share: number;
  next(): RecoveredBatch | null;
  close(): void;
}

const emptyRecoveredBatch = () => ({
  texts: [] as RecoveredText[],
  sessions: [] as SavedSession[],
  gaps: [] as SavedGap[],
  pinned: [] as number[],
  actions: [] as ActionRow[],
  unplaced: [] as UnplacedRow[],
  late: [] as LateRow[],
  /** These are never read from pages, where their rows look like others. */
  seen: [] as readonly SeenRange[],
  repeats: [] as readonly RepeatRow[],
  history: [] as readonly HistoryRow[],
  /** The highest seq of a derived row, whose text may be lost. */
  highestSeq: 0,
});
export type RecoveredBatch = ReturnType<typeof emptyRecoveredBatch>;

const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Reads a database file and its write-ahead log, or the one that exists. Never use it for a file that SQLite has open
 * in this process: closing it here would drop SQLite's locks.
 */
export class FilePageSource implements RecoverySource {
  readonly #path: string;
  readonly #file: number | null;
  readonly #log: number | null;
  readonly #pages: number;
  /** Newest first. Includes versions that a checkpoint or a later frame replaced, because texts never change. */
  readonly #frames: readonly { page: number; at: number }[];
  readonly #newest: ReadonlyMap<number, number>;
  readonly #columns = columnCounts();
  #step = 0;
  #isOpen = true;

  constructor(path: string) {
    this.#path = path;
    this.#file = existsSync(path) ? openPlainFile(path, 'r') : null;
    this.#log = existsSync(`${path}-wal`) ? openPlainFile(`${path}-wal`, 'r') : null;
    this.#pages = this.#file === null ? 0 : Math.floor(fstatSync(this.#file).size / PAGE_BYTES);
    const inOrder = this.#log === null ? [] : walFrames(this.#log);
    this.#newest = new Map(inOrder.map(({ page, at }) => [page, at]));
    this.#frames = inOrder.toReversed();
  }

  get share(): number {
    return Math.min(1, this.#step / Math.max(1, this.#frames.length + this.#pages));
  }

  next(): RecoveredBatch | null {
    if (!this.#isOpen) return null;
    const page = this.nextPage();
    if (page !== null) return page;
    this.close();
    return readClosedTables(this.#path);
  }

  nextPage(): RecoveredBatch | null {
    const step = this.#step;
    this.#step += 1;
    const frame = this.#frames[step];
    const number = frame?.page ?? step - this.#frames.length + 1;
    if (frame === undefined && number > this.#pages) return null;
    const page = frame === undefined ? this.#ofFile(number) : readPageAt(this.#log, frame.at);
    const finds = emptyRecoveredBatch();
    if (page !== null)
      for (const row of parsePageRows(page, number, (other) => this.#newestOf(other)))
        classifyRow(row, this.#columns, finds);
    return finds;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const descriptor of [this.#file, this.#log]) if (descriptor !== null) closeSync(descriptor);
  }

  #newestOf(page: number): Buffer | null {
    const at = this.#newest.get(page);
    return at === undefined ? this.#ofFile(page) : readPageAt(this.#log, at);
  }

  #ofFile(page: number): Buffer | null {
    return page > this.#pages ? null : readPageAt(this.#file, (page - 1) * PAGE_BYTES);
  }
}

/** Returns frames from before a restart of the log first. Their salt differs from that of the first frame. */
function walFrames(log: number): { page: number; at: number }[] {
  const count = Math.floor((fstatSync(log).size - WAL_HEADER_BYTES) / (FRAME_HEADER_BYTES + PAGE_BYTES));
  const header = Buffer.alloc(FRAME_HEADER_BYTES);
  const frames = Array.from({ length: Math.max(0, count) }, (_, index) => {
    const at = WAL_HEADER_BYTES + index * (FRAME_HEADER_BYTES + PAGE_BYTES);
    readSync(log, header, 0, FRAME_HEADER_BYTES, at);
    return { page: header.readUInt32BE(0), salt: header.readBigUInt64BE(8), at: at + FRAME_HEADER_BYTES };
  });
  const isCurrent = ({ salt }: { salt: bigint }) => salt === frames[0]?.salt;
  return [...frames.filter((frame) => !isCurrent(frame)), ...frames.filter(isCurrent)];
}

function readPageAt(descriptor: number | null, at: number): Buffer | null {
  if (descriptor === null) return null;
  const page = Buffer.allocUnsafe(PAGE_BYTES);
  try {
    return readSync(descriptor, page, 0, PAGE_BYTES, at) === PAGE_BYTES ? page : null;
  } catch {
    return null; // an unreadable sector counts as a damaged page
  }
}

const sessionRow = z
  .tuple([
    z.null(),
    z.number(),
    z.number().nullable(),
    z.number(),
    z.number().nullable(),
    z.number(),
    gapReasonSchema.nullable(),
    z.string().nullable(),
    z.number(),
    z.string().nullable(),
    z.number().nullable(),
    z.number().nullable(),
    z.number().nullable(),
    z.number().nullable(),
    z.number().nullable(),
  ])
  .rest(z.unknown());
const gapRow = z
  .tuple([
    z.null(),
    z.number(),
    z.number().nullable(),
    z.number().nullable(),
    z.number().nullable(),
    gapReasonSchema,
    z.string().nullable(),
    z.number(),
    z.string().nullable(),
  ])
  .rest(z.unknown());
const actionRow = z.tuple([z.null(), z.string(), z.number(), z.number(), z.string()]);

/** Recognizes tables by the number and types of their columns. The rowid is null in its record. */
function classifyRow({ rowid, values }: PageRow, columns: ColumnCounts, finds: RecoveredBatch): void {
  if (values[0] !== null || rowid < 0) return;
  const body = values[1];
  if (values.length === 1) finds.pinned.push(rowid);
  else if (values.length === 2 && Buffer.isBuffer(body)) finds.texts.push({ rowid, body });
  else if (values.length === columns.event && typeof body === 'number')
    finds.highestSeq = Math.max(finds.highestSeq, rowid);
  const session = values.length === columns.session ? sessionRow.safeParse(values).data : undefined;
  if (session !== undefined) {
    const [, from, , lastEventAt, to, lengthMs, reason, detail, events, ...held] = session;
    const [holder, epoch, logId, openedAfter, endedAfter, isEndSent] = held;
    const ofTeam = { holder, epoch, logId, openedAfter, endedAfter, isEndSent };
    finds.sessions.push({ id: rowid, from, lastEventAt, to, lengthMs, reason, detail, events, ...ofTeam });
  }
  const gap = values.length === columns.gap ? gapRow.safeParse(values).data : undefined;
  if (gap !== undefined) {
    const [, from, , to, lengthMs, reason, detail, afterSeq, holder] = gap;
    finds.gaps.push({
      id: rowid,
      from,
      to,
      lengthMs,
      reason,
      detail,
      afterSeq,
      ...(holder === null ? {} : { holder }),
    });
  }
  const [, id, json] = values;
  if (values.length === 2 && typeof id === 'string') finds.late.push({ number: rowid, json: id });
  if (values.length === 3 && typeof id === 'string' && typeof json === 'string') finds.unplaced.push({ id, json });
  const action = values.length === 5 ? actionRow.safeParse(values).data : undefined;
  if (action !== undefined) {
    const [, actionId, afterSeq, actionAt, text] = action;
    finds.actions.push({ number: rowid, id: actionId, afterSeq, at: actionAt, json: text });
  }
}

/**
 * Reads tables that look alike in pages. Returns null if SQLite refuses the database. An empty file is skipped, because
 * SQLite would delete its log.
 */
function readClosedTables(path: string): RecoveredBatch | null {
  try {
    return fileSizeBytes(path) === 0 ? null : readOnce(path, readUntypedTables);
  } catch {
    return null;
  }
}

function readUntypedTables(database: Database): RecoveredBatch {
  const batch = { ...emptyRecoveredBatch(), history: readableHistory(database) };
  try {
    return {
      ...batch,
      repeats: database.prepare<[], RepeatRow>('SELECT seq, count FROM repeat').all(),
      seen: database.prepare<[], SeenRange>('SELECT first, last FROM seen').all(),
      unplaced: database.prepare<[], UnplacedRow>('SELECT id, json FROM action_out ORDER BY number').all(),
      late: database.prepare<[], LateRow>('SELECT number, json FROM late_out ORDER BY number').all(),
    };
  } catch {
    return batch;
  }
}

/** Returns what the records of projections can be read of; their table may be damaged alone. */
function readableHistory(database: Database): readonly HistoryRow[] {
  try {
    return readHistory(database);
  } catch {
    return [];
  }
}

const STEP_BLOCKS = 4;

const SAVED_SESSIONS = `
  SELECT id, from_at AS "from", last_event_at AS lastEventAt, to_at AS "to", length_ms AS lengthMs, reason, detail,
    events, holder, epoch, log_id AS logId, opened_after AS openedAfter, ended_after AS endedAfter,
    is_end_sent AS isEndSent
  FROM session`;

export class DatabaseRowSource implements RecoverySource {
  readonly #database: Database;
  readonly #last: number;
  #after = -1;
  #isOver = false;

  constructor(database: Database) {
    this.#database = database;
    this.#last = Number(database.prepare('SELECT ifnull(max(id), 0) FROM block').pluck().get());
  }

  get share(): number {
    return Math.min(1, Math.max(0, this.#after) / Math.max(1, this.#last));
  }

  next(): RecoveredBatch | null {
    try {
      return this.#isOver ? null : this.#next();
    } catch {
      return null; // the file is deleted, so what cannot be read of it is lost
    }
  }

  #next(): RecoveredBatch {
    const texts = this.#all<RecoveredText>(
      `SELECT id AS rowid, body FROM block WHERE id > ${this.#after} ORDER BY id LIMIT ${STEP_BLOCKS}`,
    );
    this.#after = texts.at(-1)?.rowid ?? this.#last;
    if (texts.length > 0) return { ...emptyRecoveredBatch(), texts };
    this.#isOver = true;
    return {
      ...readUntypedTables(this.#database),
      texts: this.#all('SELECT seq AS rowid, body FROM received'),
      sessions: this.#all(SAVED_SESSIONS),
      gaps: this.#all(GAPS),
      actions: this.#all(SELECT_ACTIONS),
      pinned: this.#all<{ seq: number }>('SELECT seq FROM pinned').map(({ seq }) => seq),
    };
  }

  close(): void {
    this.#database.close();
  }

  #all<Row>(sql: string): Row[] {
    return this.#database.prepare<[], Row>(sql).all();
  }
}
