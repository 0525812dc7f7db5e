/** Stores a page. A row with a known id keeps its place and gets the newest content. Rows per field are exact. */
import type { Database } from 'better-sqlite3';
import { itemFields, subscriptionIdOf } from '../../../../src-shared/service/subscription-item.ts';
import type { SearchPage, StoredPage } from '../../../core/ports/inventory-store.ts';
import { preparing } from '../prepared-statement.ts';
import { placeOf, createSearchRows, type SearchRow, storedSearch } from './search-rows.ts';

/** Max field names counted per search, so that a service whose names never repeat cannot fill the disk. */
const MAX_FIELD_NAMES = 2_048;

type Counts = { -readonly [Name in 'rows' | 'doubled' | 'earlier' | 'withoutId' | 'lastFresh']: SearchRow[Name] };

export function createPageWriter(database: Database) {
  const searches = createSearchRows(database);
  const statements = pageStatements(database);

  /** Must run in a transaction. @throws AppError NO_SEARCH */
  function write(page: SearchPage): StoredPage {
    const before = searches.get(page.search);
    // The answer was lost with a thread that died.
    if (before.lastPage === page.key) return storedPageOf(before);
    const counts: Counts = {
      rows: before.rows,
      doubled: before.doubled,
      // A new pass makes all rows earlier ones, until it contains them again.
      earlier: page.pass > before.passes ? before.rows : before.earlier,
      withoutId: before.withoutId,
      lastFresh: 0,
    };
    const fields = new Map<string, number>();
    for (const raw of page.items) writeItem(before.number, page, raw, counts, fields);
    countFields(before.number, fields);
    statements.update.run({
      number: before.number,
      askedAt: page.askedAt,
      totalHits: page.totalHits ?? before.totalHits,
      firstTotalHits: before.firstTotalHits ?? page.totalHits,
      pages: before.pages + 1,
      passes: Math.max(before.passes, page.pass),
      lastPage: page.key,
      lastAdded: counts.rows - before.rows,
      ...counts,
    });
    return storedPageOf(searches.get(page.search));
  }

  function writeItem(search: number, page: SearchPage, raw: string, counts: Counts, fields: Map<string, number>): void {
    const read = itemFields(raw);
    const subscription = subscriptionIdOf(read);
    const add = (by: number, names: readonly { readonly name: string }[]): void => {
      for (const { name } of names) fields.set(name, (fields.get(name) ?? 0) + by);
    };
    const ordinal = subscription === null ? undefined : statements.known.get(search, subscription);
    if (ordinal === undefined) {
      counts.rows += 1;
      counts.lastFresh += 1;
      statements.insert.run({
        place: placeOf(search, counts.rows),
        subscription,
        pass: page.pass,
        receivedAt: page.askedAt,
        raw,
      });
      if (subscription === null) counts.withoutId += 1;
      else statements.know.run(search, subscription, counts.rows);
      add(1, read);
      return;
    }
    const place = placeOf(search, ordinal);
    const item = statements.item.get(place);
    if (item === undefined) throw new Error(`Row ${ordinal} of a search is known and not there.`);
    if (item.pass === page.pass) counts.doubled += 1;
    else {
      counts.earlier -= 1;
      counts.lastFresh += 1;
    }
    statements.replace.run({ place, pass: page.pass, receivedAt: page.askedAt, raw });
    if (item.raw === raw) return;
    add(-1, itemFields(item.raw));
    add(1, read);
  }

  function countFields(search: number, fields: ReadonlyMap<string, number>): void {
    const names = new Set(statements.names.all(search));
    for (const [name, rows] of fields) {
      if (rows === 0 || (!names.has(name) && names.size >= MAX_FIELD_NAMES)) continue;
      names.add(name);
      statements.count.run({ search, name, rows });
    }
    statements.uncounted.run(search);
  }

  return { write };
}

function storedPageOf(row: SearchRow): StoredPage {
  return { stored: storedSearch(row), added: row.lastAdded, fresh: row.lastFresh };
}

function pageStatements(database: Database) {
  const { prepare, prepareScalar } = preparing(database);
  return {
    known: prepareScalar<[search: number, subscription: string], number>(
      'SELECT ordinal FROM known WHERE search = ? AND subscription = ?',
    ),
    know: prepare<[search: number, subscription: string, ordinal: number]>(
      'INSERT INTO known (search, subscription, ordinal) VALUES (?, ?, ?)',
    ),
    item: prepare<[place: number], { readonly pass: number; readonly raw: string }>(
      'SELECT pass, raw FROM item WHERE place = ?',
    ),
    insert: prepare<[object]>(
      `INSERT INTO item (place, subscription, pass, received_at, raw)
       VALUES (:place, :subscription, :pass, :receivedAt, :raw)`,
    ),
    replace: prepare<[object]>(
      'UPDATE item SET pass = :pass, received_at = :receivedAt, raw = :raw WHERE place = :place',
    ),
    names: prepareScalar<[search: number], string>('SELECT name FROM field WHERE search = ?'),
    count: prepare<[object]>(
      `INSERT INTO field (search, name, row_count) VALUES (:search, :name, :rows)
       ON CONFLICT DO UPDATE SET row_count = row_count + excluded.row_count`,
    ),
    uncounted: prepare<[search: number]>('DELETE FROM field WHERE search = ? AND row_count <= 0'),
    update: prepare<[object]>(
      `UPDATE search SET asked_at = :askedAt, row_count = :rows, total_hits = :totalHits,
         first_total_hits = :firstTotalHits, pages = :pages, passes = :passes, doubled = :doubled, earlier = :earlier,
         without_id = :withoutId, end = NULL, last_page = :lastPage, last_added = :lastAdded, last_fresh = :lastFresh
       WHERE number = :number`,
    ),
  };
}
