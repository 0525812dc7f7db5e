/**
 * Seals received texts, sessions and gaps in a hash chain (docs/proof-of-watch.md), and records why sealed ones change
 * later. The caller holds the transaction.
 */
import type { Database } from 'better-sqlite3';
import { preparing } from '../../prepared-statement.ts';
import { DATABASE_ID, LINEAGE, metaStatements } from '../rows/meta-rows.ts';
import { blockOf, firstSeqOfBlock, lastSeqOfBlock } from '../texts/received-block.ts';
import { chunkOf, firstSeqOfChunk, lastSeqOfChunk } from '../texts/chunk.ts';
import { PROOF, type ProofRecord, type ProofState, proofStateSchema, type ReopenReason } from './proof-state.ts';
import {
  blockReader,
  chainHash,
  isIntact,
  joinLeaves,
  leavesIn,
  openSpanHash,
  partHash,
  type PartRow,
  partsHash,
  removedHash,
  removedLeaves,
  type SeqRange,
  seqOfLeaf,
  SPAN_COLUMNS,
  SPAN_TABLES,
  spanStatements,
  type SpanHash,
  spanHash,
  type SpanRow,
  spansHash,
  type SpanTable,
  textLeaves,
  ZERO_HASH,
} from './sealed-form.ts';
import { DAY_MS } from '../../../../../src-shared/lib/durations.ts';

const NO_PROOF: ProofState = { number: 0, hash: ZERO_HASH, seals: 0, sealedAt: null, through: 0, open: [] };

interface ChangedSpan {
  readonly change: 'changed' | 'added';
  readonly table: SpanTable;
  readonly row: SpanRow;
}

/** `removed` of a part of which retention removed everything. */
const ALL = Buffer.alloc(0);

export function createProofWriter(database: Database) {
  const rows = proofStatements(database);
  const { meta, setMeta } = metaStatements(database);
  const readBlock = blockReader(database);
  let changedSpans: ChangedSpan[] = [];
  watchSpans(database, (span) => changedSpans.push(span));

  function load(): ProofState {
    const text = meta.get(PROOF);
    return text === undefined ? NO_PROOF : proofStateSchema.parse(JSON.parse(text));
  }

  const save = (state: ProofState): void => void setMeta.run(PROOF, JSON.stringify(state));

  function append(state: ProofState, record: ProofRecord): ProofState {
    const body = JSON.stringify(record);
    const next = { ...state, number: state.number + 1, hash: chainHash(state.hash, body) };
    rows.insertRecord.run(next.number, body, next.hash);
    return next;
  }

  /**
   * Hashes a batch of what is not sealed; the last batch adds the seal. `limit`: highest seq whose event keeps its seq.
   * Returns true while there is more. A day has at least one seal; more only if there is something new.
   */
  function seal(at: number, limit: number, batchMs: number): boolean {
    const until = performance.now() + batchMs;
    let state = load();
    if (state.number === 0)
      state = append(state, {
        kind: 'begin',
        at,
        lineage: meta.get(LINEAGE) ?? '',
        database: meta.get(DATABASE_ID) ?? '',
      });
    const kept: [number, number][] = [];
    for (const [first, last] of state.open) {
      const to = Math.min(last, limit);
      const reached = first > limit ? first - 1 : hashRange(state.seals + 1, first, to, until);
      if (reached < last) kept.push([reached + 1, last]);
    }
    const isBehind = kept.some(([first]) => first <= limit);
    const through = isBehind ? state.through : hashRange(state.seals + 1, state.through + 1, limit, until);
    state = { ...state, open: kept, through: Math.max(state.through, through) };
    const more = isBehind || through < limit;
    save(more ? state : complete(state, at));
    return more;
  }

  /** Hashes a block when it is packed, because opening it again would cost more than hashing it. `plain`: its content. */
  function addBlock(block: number, plain: Buffer): void {
    const { seals, through } = load();
    const { first, last } = rangeOfBlock(block);
    if (first <= through) return;
    const leaves = [...leavesIn(block, plain).values()];
    rows.insertPart.run({ seal: seals + 1, first, last, events: leaves.length, hash: partHash(leaves) });
  }

  function complete(state: ProofState, at: number): ProofState {
    const seals = state.seals + 1;
    const parts = rows.partsOf.all(seals).filter(({ last }) => last <= state.through);
    const spans = newSpans();
    const isSameDay = state.sealedAt !== null && Math.floor(state.sealedAt / DAY_MS) === Math.floor(at / DAY_MS);
    if (parts.length === 0 && spans.length === 0 && isSameDay) return state;
    rows.carryOver.run(seals, state.through);
    for (const span of spans) rows.insertSpan.run({ ...span, seal: seals });
    return append(
      { ...state, seals, sealedAt: at },
      {
        kind: 'seal',
        seal: seals,
        at,
        through: state.through,
        events: parts.reduce((sum, { events }) => sum + events, 0),
        spans: spans.length,
        partsHash: partsHash(parts),
        spansHash: spansHash(spans),
        open: state.open,
        session: rows.newest.session.get() ?? 0,
        gap: rows.newest.gap.get() ?? 0,
      },
    );
  }

  /** Returns the seq up to which everything is hashed; `last` at the end. */
  function hashRange(sealNumber: number, first: number, last: number, until: number): number {
    for (let from = first; from <= last;) {
      const block = nextBlock(from);
      if (block > blockOf(last)) return last;
      const bounds = { first: Math.max(from, firstSeqOfBlock(block)), last: Math.min(last, lastSeqOfBlock(block)) };
      const known = rows.lastOf.get(sealNumber, bounds.first);
      if (known !== undefined && known !== bounds.last)
        rows.removePending.run(sealNumber - 1, bounds.first, bounds.first);
      const leaves = known === bounds.last ? [] : textLeaves(readBlock(block), bounds);
      if (leaves.length > 0)
        rows.insertPart.run({ seal: sealNumber, ...bounds, events: leaves.length, hash: partHash(leaves) });
      from = bounds.last + 1;
      if (performance.now() >= until) return bounds.last;
    }
    return last;
  }

  function nextBlock(from: number): number {
    const { single, block } = rows.textFrom.get({ seq: from, block: blockOf(from) }) ?? { single: null, block: null };
    return Math.min(single === null ? Infinity : blockOf(single), block ?? Infinity);
  }

  function newSpans(): SpanHash[] {
    const found = SPAN_TABLES.flatMap((table) =>
      rows.spans[table].all().flatMap((row) => {
        const span = spanHash(table, row);
        return rows.spanOf.get(span) === undefined ? [span] : [];
      }),
    );
    return found.toSorted((one, other) => compare(one.kind, other.kind) || one.id - other.id);
  }

  /** Runs work that adds texts to blocks or repairs them, and reopens those that were as sealed before, not after it. */
  function whileChanging<Result>(blocks: readonly number[], why: ReopenReason, work: () => Result): Result {
    const { through, seals } = load();
    const ranges = [...new Set(blocks)].map(rangeOfBlock);
    for (const { first, last } of ranges) if (first > through) rows.removePending.run(seals, first, last);
    const affected = ranges.filter(({ first }) => first <= through);
    const before = affected.filter((range) => isAsSealed(range));
    const result = work();
    for (const range of before)
      if (!isAsSealed(range)) save(reopen({ ...range, last: Math.min(range.last, through) }, why, partsIn(range)));
    return result;
  }

  /** Runs work that withdraws all events after a seq, so that the log of a team can give their seqs to others. */
  function whileWithdrawing<Result>(after: number, work: () => Result): Result {
    const { seals, through } = load();
    const range = { first: rangeOfBlock(blockOf(after + 1)).first, last: through };
    rows.removePending.run(seals, Math.max(range.first, through + 1), Number.MAX_SAFE_INTEGER);
    if (range.last <= after) return work();
    const intact = partsIn(range).filter((part) => isIntact(readBlock(blockOf(part.first)), part));
    const result = work();
    save(reopen(range, 'team', intact));
    return result;
  }

  /** True if each text up to `through` is in a part or reopened, and each part is as it was hashed. */
  function isAsSealed(range: SeqRange): boolean {
    const { through, open } = load();
    const texts = readBlock(blockOf(range.first));
    const parts = partsIn(range);
    const covered = [...parts, ...open.map(([first, last]) => ({ first, last }))];
    return (
      parts.every((part) => isIntact(texts, part)) &&
      [...texts.keys()].every((seq) => seq > through || covered.some(({ first, last }) => seq >= first && seq <= last))
    );
  }

  /** @param parts that count no more; others of the range were not as sealed before */
  function reopen({ first, last }: SeqRange, why: ReopenReason, parts: readonly PartRow[]): ProofState {
    const state = load();
    const chunks = new Set(
      partsIn({ first, last }).flatMap((part) => (part.removed === null ? [] : [chunkOf(part.first)])),
    );
    rows.removePending.run(state.seals, first, last);
    const apart = state.open.filter(([from, to]) => to < first || from > last);
    const joined = state.open.filter((range) => !apart.includes(range)).flat();
    let next: ProofState = {
      ...state,
      open: [...apart, [Math.min(first, ...joined), Math.max(last, ...joined)]],
    };
    if (state.seals > 0) next = append(next, { kind: 'reopened', why, seals: state.seals, first, last });
    for (const part of parts) rows.reopenPart.run(next.number, part.seal, part.first);
    for (const chunk of chunks) next = noteRemoved(chunk, 0, next);
    return next;
  }

  /** Called before retention removes texts of a block. Keeps their hashes, so that the others can still be verified. */
  function beforeRemoval(block: number, seqs: ReadonlySet<number>): number {
    const texts = readBlock(block);
    let kept = 0;
    for (const part of partsIn(rangeOfBlock(block))) {
      const gone = textLeaves(texts, part).filter((leaf) => seqs.has(seqOfLeaf(leaf)));
      if (gone.length === 0) continue;
      kept += gone.length;
      const removed = [...removedLeaves(part), ...gone];
      rows.setRemoved.run(partHash(removed).equals(part.hash) ? ALL : joinLeaves(removed), part.seal, part.first);
    }
    return kept;
  }

  /** Called after a batch of retention. `events`: sum of `beforeRemoval`. */
  function afterRemoval(chunk: number, events: number): void {
    if (events > 0) save(noteRemoved(chunk, events, load()));
  }

  function noteRemoved(chunk: number, events: number, state: ProofState): ProofState {
    const range = { first: firstSeqOfChunk(chunk), last: lastSeqOfChunk(chunk) };
    const hash = removedHash(rows.removedParts.all(range));
    const { seals } = state;
    return append(state, { kind: 'removed', at: Date.now(), seals, ...range, events, removedHash: hash });
  }

  function partsIn({ first, last }: SeqRange): PartRow[] {
    return rows.currentParts.all(first, last);
  }

  /** Called at the end of each transaction: reopens sessions and gaps that it changed although they were sealed. */
  function reopenChangedSpans(isInTeam: boolean): void {
    if (changedSpans.length === 0) return;
    const changed = changedSpans;
    changedSpans = [];
    if (load().seals === 0) return;
    const reopened = changed.flatMap(({ change, table, row }) => {
      const now = rows.span[table].get(row[0]);
      if (change === 'added') return now === undefined ? [] : [spanHash(table, now)];
      return [spanHash(table, row), openSpanHash(table, row)].filter((old) => {
        const same = now === undefined ? null : old.kind === table ? spanHash(table, now) : openSpanHash(table, now);
        // A row that differed from its seal before stays so.
        return rows.spanOf.get(old)?.hash === old.hash && same?.hash !== old.hash;
      });
    });
    const distinct = new Map(reopened.map((span) => [`${span.kind} ${span.id}`, span]));
    for (const [why, spans] of Map.groupBy(distinct.values(), ({ kind }): ReopenReason => {
      if (isInTeam) return 'team';
      return kind.startsWith('open ') ? 'clock' : 'repair';
    })) {
      const state = append(load(), { kind: 'reopened spans', why, spans: spans.map(({ kind, id }) => [kind, id]) });
      for (const span of spans) rows.reopenSpan.run({ ...span, record: state.number });
      save(state);
    }
  }

  return {
    seal,
    addBlock,
    whileChanging,
    whileWithdrawing,
    beforeRemoval,
    afterRemoval,
    reopenChangedSpans,
    /** After a rollback. */
    forgetChangedSpans: () => void (changedSpans = []),
  };
}
export type ProofWriter = ReturnType<typeof createProofWriter>;

function rangeOfBlock(block: number): SeqRange {
  return { first: Math.max(1, firstSeqOfBlock(block)), last: lastSeqOfBlock(block) };
}

/**
 * Calls `onChange` if this connection changes a session or gap that may be sealed, or adds one before the newest. The
 * triggers are temporary, so that another program's changes are not taken for those of Watchfloor.
 */
function watchSpans(database: Database, onChange: (span: ChangedSpan) => void): void {
  database.function('span_changed', { varargs: true }, (change, table, ...row: unknown[]) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns of the triggers
    onChange({ change, table, row } as unknown as ChangedSpan);
    return null;
  });
  database.exec(SPAN_TRIGGERS);
}

const SPAN_TRIGGERS = SPAN_TABLES.map((table) => {
  const columns = SPAN_COLUMNS[table].split(', ');
  const row = (which: 'old' | 'new') => columns.map((column) => `${which}.${column}`).join(', ');
  return `
    DROP TRIGGER IF EXISTS temp.${table}_updated;
    DROP TRIGGER IF EXISTS temp.${table}_removed;
    DROP TRIGGER IF EXISTS temp.${table}_added;
    CREATE TEMP TRIGGER ${table}_updated AFTER UPDATE OF ${columns.slice(1).join(', ')} ON main.${table}
    WHEN old.to_at IS NOT NULL OR old.from_at <> new.from_at
    BEGIN SELECT span_changed('changed', '${table}', ${row('old')}); END;
    CREATE TEMP TRIGGER ${table}_removed AFTER DELETE ON main.${table}
    BEGIN SELECT span_changed('changed', '${table}', ${row('old')}); END;
    CREATE TEMP TRIGGER ${table}_added AFTER INSERT ON main.${table}
    WHEN new.id < (SELECT max(id) FROM ${table})
    BEGIN SELECT span_changed('added', '${table}', ${row('new')}); END;`;
}).join('');

function proofStatements(database: Database) {
  const { prepare, prepareScalar } = preparing(database);
  return {
    ...spanStatements(database),
    newest: {
      session: prepareScalar<[], number | null>('SELECT max(id) FROM session'),
      gap: prepareScalar<[], number | null>('SELECT max(id) FROM gap'),
    },
    textFrom: prepare<[{ seq: number; block: number }], { single: number | null; block: number | null }>(
      `SELECT (SELECT min(seq) FROM received WHERE seq >= :seq) AS single,
         (SELECT min(id) FROM block WHERE id >= :block) AS block`,
    ),
    insertRecord: prepare<[number: number, body: string, hash: string]>('INSERT INTO proof VALUES (?, ?, ?)'),
    insertPart: prepare<[Omit<PartRow, 'removed'>]>(
      `INSERT INTO proof_part (seal, first, last, events, hash) VALUES (:seal, :first, :last, :events, :hash)`,
    ),
    partsOf: prepare<[seal: number], PartRow>(
      'SELECT seal, first, last, events, hash, removed FROM proof_part WHERE seal = ? ORDER BY first',
    ),
    currentParts: prepare<[first: number, last: number], PartRow>(
      `SELECT seal, first, last, events, hash, removed FROM proof_part
       WHERE first BETWEEN ? AND ? AND reopened IS NULL ORDER BY first`,
    ),
    removedParts: prepare<[SeqRange], { first: number; removed: Buffer }>(
      `SELECT first, removed FROM proof_part
       WHERE first BETWEEN :first AND :last AND reopened IS NULL AND removed IS NOT NULL ORDER BY first`,
    ),
    setRemoved: prepare<[removed: Buffer, seal: number, first: number]>(
      'UPDATE proof_part SET removed = ? WHERE seal = ? AND first = ?',
    ),
    lastOf: prepareScalar<[seal: number, first: number], number>(
      'SELECT last FROM proof_part WHERE seal = ? AND first = ?',
    ),
    carryOver: prepare<[seal: number, through: number]>(
      'UPDATE proof_part SET seal = seal + 1 WHERE seal = ? AND last > ?',
    ),
    removePending: prepare<[seals: number, first: number, last: number]>(
      'DELETE FROM proof_part WHERE seal > ? AND first BETWEEN ? AND ?',
    ),
    reopenPart: prepare<[record: number, seal: number, first: number]>(
      'UPDATE proof_part SET reopened = ? WHERE seal = ? AND first = ?',
    ),
    insertSpan: prepare<[SpanHash & { seal: number }]>(
      'INSERT INTO proof_span (kind, id, seal, hash) VALUES (:kind, :id, :seal, :hash)',
    ),
    spanOf: prepare<[Pick<SpanHash, 'kind' | 'id'>], { hash: string }>(
      'SELECT hash FROM proof_span WHERE kind = :kind AND id = :id AND reopened IS NULL',
    ),
    reopenSpan: prepare<[Pick<SpanHash, 'kind' | 'id'> & { record: number }]>(
      'UPDATE proof_span SET reopened = :record WHERE kind = :kind AND id = :id AND reopened IS NULL',
    ),
  };
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
