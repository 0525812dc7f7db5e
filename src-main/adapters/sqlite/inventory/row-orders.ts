/** Ranks rows. Any order but that of arrival is computed once, and the last few are cached: four bytes per row. */
import type { Database, Statement } from 'better-sqlite3';
import type { RowsView } from '../../../../src-shared/api/searches.ts';
import { FAILURES_FIELD, parseRowsFind } from '../../../../src-shared/domain/rows-find.ts';
import { itemFields } from '../../../../src-shared/service/subscription-item.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import type { FailingRows, StoredRowsView } from '../../../core/ports/inventory-store.ts';
import { failingAbove, orderByFailures } from './failure-order.ts';
import { rowKey, type RowKey } from './row-key.ts';
import { hasValueWith, likePatterns, MAY_MATCH, searchedTexts } from './row-matches.ts';
import { ordinalAt, placeOf } from './search-rows.ts';

const MAX_CACHED_ORDERS = 4;
const BATCH_MS = 100;
const ROWS_PER_QUERY = 4_000;
/** Reading a single row takes this many times as long as a row of a range. */
const RANGE_FACTOR = 2;
/** Rows per sort, which takes a tenth of a second. */
const MAX_ROWS_PER_SORT = 150_000;
const SAMPLES = 2_000;

const MATCHES = `SELECT place, raw FROM item WHERE ${MAY_MATCH}`;
const GATHER = `
  INSERT INTO sort_key (view, ordinal, key)
  SELECT :view, place - :base, row_key(raw, :name) FROM item WHERE place > :after AND place <= :last`;
/** Equals `rowKey` for plain field names, in a third of the time. A test compares both. */
const GATHER_PLAIN = `
  WITH value AS MATERIALIZED (
    SELECT place, raw, coalesce(nested, dotted, flat) AS type,
      (nested IS NOT NULL) + (dotted IS NOT NULL) + (flat IS NOT NULL) AS shapes,
      json_extract(raw, CASE WHEN nested IS NOT NULL THEN :nested WHEN dotted IS NOT NULL THEN :dotted ELSE :flat END) AS value
    FROM (
      SELECT place, raw, json_type(raw, :nested) AS nested, json_type(raw, :dotted) AS dotted,
        json_type(raw, :flat) AS flat
      FROM item WHERE place > :after AND place <= :last AND json_valid(raw)))
  INSERT INTO sort_key (view, ordinal, key)
  SELECT :view, place - :base,
    CASE
      WHEN shapes = 0 OR type = 'null' OR value = '' THEN NULL
      WHEN shapes > 1 THEN row_key(raw, :name)
      WHEN type IN ('integer', 'real') THEN value
      WHEN type <> 'text' THEN row_key(raw, :name)
      WHEN value NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*' THEN value
      WHEN value NOT GLOB '*[0-9]Z' THEN row_key(raw, :name)
      WHEN instr(value, '.') = 0 THEN rtrim(value, 'Z')
      ELSE rtrim(rtrim(rtrim(value, 'Z'), '0'), '.')
    END
  FROM value`;
const GATHER_ONE = `
  INSERT INTO sort_key (view, ordinal, key)
  SELECT :view, place - :base, row_key(raw, :name) FROM item WHERE place = :place`;
const SAMPLE = `
  SELECT key FROM sort_key WHERE view = :view AND key IS NOT NULL AND ordinal % :every = 0 ORDER BY key`;
/** Between two of the samples. The first and the last range are open. */
const BETWEEN = 'view = :view AND key IS NOT NULL AND (:low IS NULL OR key >= :low) AND (:high IS NULL OR key < :high)';
const RANKED = {
  asc: `SELECT ordinal FROM sort_key WHERE ${BETWEEN} ORDER BY key, ordinal`,
  desc: `SELECT ordinal FROM sort_key WHERE ${BETWEEN} ORDER BY key DESC, ordinal`,
};
const WITHOUT_KEY = 'SELECT ordinal FROM sort_key WHERE view = ? AND key IS NULL ORDER BY ordinal';

/** Field name that is a single property of an item, see `itemFields`. */
const PLAIN_NAME = /^(?!item$|iotSubscription$)[A-Za-z_][\w-]*$/;

interface WantedRows {
  /** `hasValueWith` decides only if there is a text. */
  readonly hasText: boolean;
  readonly texts: readonly string[];
  readonly patterns: ReturnType<typeof likePatterns>;
  /** Ordinals with enough failures; null if the failures do not matter. */
  readonly failing: ReadonlySet<number> | null;
}

type Stage =
  | { readonly kind: 'matching'; readonly wanted: WantedRows }
  | { readonly kind: 'gathering' }
  | { readonly kind: 'sorting'; readonly cuts: readonly RowKey[] }
  | { readonly kind: 'made' };

interface RowOrder {
  readonly number: number;
  stage: Stage;
  through: number;
  matched: Uint32Array | null;
  /** By ordinal, if keys are also gathered for rows that do not match. */
  isMatched: Uint8Array | null;
  ranked: Uint32Array;
  count: number;
}

function wantedRows(find: string, failing: FailingRows): WantedRows {
  const { text, failuresAbove } = parseRowsFind(find);
  const texts = searchedTexts(text);
  return {
    hasText: text !== '',
    texts,
    patterns: likePatterns(texts),
    failing: failuresAbove === null ? null : failingAbove(failing, failuresAbove),
  };
}

export function createRowOrders(database: Database, now: () => number = () => performance.now()) {
  const orders = new Map<string, RowOrder>();
  const statements = new Map<string, Statement<[object]>>();
  let lastNumber = 0;
  database.function('row_key', { deterministic: true }, (raw, name) => rowKey(itemFields(String(raw)), String(name)));
  database.exec(`
    CREATE TEMP TABLE sort_key (view INTEGER, ordinal INTEGER, key, PRIMARY KEY (view, ordinal)) WITHOUT ROWID`);

  /** Returns ordinals by rank. Returns null if one batch was done and there is more to do. */
  function ordinalsByRank(search: number, view: StoredRowsView): Uint32Array | null {
    const { find, sort, upTo, failuresAt = null } = view;
    const key = JSON.stringify([search, find.toLowerCase(), sort, upTo, failuresAt]);
    const order = orders.get(key) ?? createOrder(view);
    orders.delete(key);
    orders.set(key, order);
    const until = now() + BATCH_MS;
    while (order.stage.kind !== 'made') {
      advance(order, order.stage, search, view);
      if (now() >= until) break;
    }
    return order.stage.kind === 'made' ? order.ranked : null;
  }

  function createOrder({ find, sort, upTo, failing = [] }: StoredRowsView): RowOrder {
    for (const [key, { number }] of [...orders].slice(0, Math.max(0, orders.size - MAX_CACHED_ORDERS + 1))) {
      forgetKeys(number);
      orders.delete(key);
    }
    lastNumber += 1;
    const unsorted: Stage = sort === null ? { kind: 'made' } : { kind: 'gathering' };
    const stage: Stage = find === '' ? unsorted : { kind: 'matching', wanted: wantedRows(find, failing) };
    return {
      number: lastNumber,
      stage,
      through: 0,
      matched: null,
      isMatched: null,
      ranked: new Uint32Array(upTo),
      count: 0,
    };
  }

  function advance(order: RowOrder, stage: Stage, search: number, view: StoredRowsView): void {
    switch (stage.kind) {
      case 'matching':
        match(order, search, stage.wanted, view);
        return;
      case 'gathering':
        if (view.sort?.field === FAILURES_FIELD) {
          order.ranked = orderByFailures(order.matched, view.upTo, view.failing ?? [], view.sort.direction);
          order.isMatched = null;
          order.stage = { kind: 'made' };
        } else if (view.sort !== null) gather(order, search, view.sort.field, view.upTo);
        return;
      case 'sorting':
        if (view.sort !== null) rank(order, stage.cuts, view.sort.direction);
        return;
      case 'made':
        return;
      default:
        assertNever(stage);
    }
  }

  function match(order: RowOrder, search: number, wanted: WantedRows, { sort, upTo }: RowsView): void {
    const to = Math.min(upTo, order.through + ROWS_PER_QUERY);
    const { hasText, texts, patterns, failing } = wanted;
    const bound = { after: placeOf(search, order.through), last: placeOf(search, to), ...patterns };
    const rows = database.prepare<[object], { place: number; raw: string }>(MATCHES);
    for (const { place, raw } of rows.iterate(bound))
      if (failing?.has(ordinalAt(place)) !== false && (!hasText || hasValueWith(raw, texts))) {
        order.ranked[order.count] = ordinalAt(place);
        order.count += 1;
      }
    order.through = to;
    if (to < upTo) return;
    order.ranked = order.ranked.slice(0, order.count);
    order.matched = order.ranked;
    if (order.count * RANGE_FACTOR > upTo) {
      order.isMatched = new Uint8Array(upTo + 1);
      for (const ordinal of order.matched) order.isMatched[ordinal] = 1;
    }
    order.through = 0;
    order.stage = sort === null ? { kind: 'made' } : { kind: 'gathering' };
  }

  function gather(order: RowOrder, search: number, name: string, upTo: number): void {
    const base = placeOf(search, 0);
    const { number: view } = order;
    const matched = order.isMatched === null ? order.matched : null;
    const all = matched?.length ?? upTo;
    const to = Math.min(all, order.through + ROWS_PER_QUERY);
    if (matched !== null) {
      const one = statement(GATHER_ONE);
      for (const ordinal of matched.subarray(order.through, to)) one.run({ view, base, name, place: base + ordinal });
    } else {
      const range = { view, base, name, after: base + order.through, last: base + to };
      const plain = {
        nested: `$.iotSubscription."${name}"`,
        dotted: `$."iotSubscription.${name}"`,
        flat: `$."${name}"`,
      };
      if (PLAIN_NAME.test(name)) statement(GATHER_PLAIN).run({ ...range, ...plain });
      else statement(GATHER).run(range);
    }
    order.through = to;
    if (to < all) return;
    order.stage = { kind: 'sorting', cuts: cutsOf(view, all) };
    order.through = 0;
    order.count = 0;
    order.ranked = new Uint32Array(order.matched?.length ?? all);
  }

  /** Returns keys that split the rows into ranges of similar size. */
  function cutsOf(view: number, all: number): readonly RowKey[] {
    const ranges = Math.ceil(all / MAX_ROWS_PER_SORT);
    if (ranges < 2) return [];
    const every = Math.max(1, Math.floor(all / SAMPLES));
    const samples = database.prepare<[object], RowKey>(SAMPLE).pluck().all({ view, every });
    const cuts = Array.from(
      { length: ranges - 1 },
      (_, nth) => samples[Math.floor(((nth + 1) * samples.length) / ranges)],
    );
    return [...new Set(cuts)].filter((cut) => cut !== undefined);
  }

  function rank(order: RowOrder, cuts: readonly RowKey[], direction: 'asc' | 'desc'): void {
    const view = order.number;
    if (order.through > cuts.length) {
      put(order, database.prepare<[number], number>(WITHOUT_KEY).pluck().all(view));
      forgetKeys(view);
      order.isMatched = null;
      order.stage = { kind: 'made' };
      return;
    }
    const rangeIndex = direction === 'asc' ? order.through : cuts.length - order.through;
    const bound = { view, low: cuts[rangeIndex - 1] ?? null, high: cuts[rangeIndex] ?? null };
    put(order, database.prepare<[object], number>(RANKED[direction]).pluck().all(bound));
    order.through += 1;
  }

  function put(order: RowOrder, ordinals: readonly number[]): void {
    const { isMatched } = order;
    const matching = isMatched === null ? ordinals : ordinals.filter((ordinal) => isMatched[ordinal] === 1);
    order.ranked.set(matching, order.count);
    order.count += matching.length;
  }

  function forgetKeys(view: number): void {
    database.prepare('DELETE FROM sort_key WHERE view = ?').run(view);
  }

  function statement(sql: string): Statement<[object]> {
    const known = statements.get(sql) ?? database.prepare<[object]>(sql);
    statements.set(sql, known);
    return known;
  }

  return { order: ordinalsByRank };
}
