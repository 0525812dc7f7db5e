/** Keeps offered events in every member, because each may hold the seat. The caller holds the transaction. */
import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { receivedEventSchema } from '../../../../../src-shared/domain/event/event.ts';
import { parseJsonOrNull } from '../../../../../src-shared/lib/parse-json.ts';
import type { OfferedEvents, PlacedEvent } from '../../../../core/ports/team-store.ts';
import { preparing } from '../../prepared-statement.ts';

const eventsSchema = z.array(receivedEventSchema);

/** An offer whose events have seqs in this store. */
export interface PlacedOffer {
  readonly position: number;
  readonly first: number;
  readonly count: number;
}

export function createOffers(database: Database) {
  const rows = offerStatements(database);
  return {
    keep(offered: readonly OfferedEvents[]): void {
      for (const { position, events } of offered) rows.insert.run({ position, json: JSON.stringify(events) });
    },
    /** Removes what it returns. Offers before `position` whose events are in the store have none left. */
    takeBack(position: number, open: readonly number[]): OfferedEvents[] {
      const lost = rows.after.all(position).map(offerOf);
      rows.removeAfter.run(position);
      for (const one of open) rows.insert.run({ position: one, json: '[]' });
      return lost;
    },
    remove(positions: readonly number[]): void {
      for (const position of positions) rows.remove.run(position);
    },
    clear: () => void rows.clear.run(),
    all: (): OfferedEvents[] => rows.all.all().map(offerOf),
    /** Returns the offers whose events have no seqs here, oldest first. */
    unplaced: (): OfferedEvents[] => rows.unplaced.all().map(offerOf),
    place: (offer: PlacedOffer) => void rows.place.run(offer),
    placed: () => rows.placed.all(),
    /** Call when the events after this seq leave the store. */
    withdrawAfter: (confirmedSeq: number) => void rows.withdraw.run(confirmedSeq),
  };
}

const offerOf = ({ position, json }: OfferRow): OfferedEvents => ({
  position,
  events: eventsSchema.parse(parseJsonOrNull(json)),
});

interface OfferRow {
  readonly position: number;
  readonly json: string;
}

export type Offers = ReturnType<typeof createOffers>;

/** True if the event came from an offer, which the log still has. */
export function isOffered({ seq }: Pick<PlacedEvent, 'seq'>, offers: readonly PlacedOffer[]): boolean {
  return offers.some(({ first, count }) => seq >= first && seq < first + count);
}

function offerStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    insert: prepare<[{ position: number; json: string }]>(
      'INSERT OR IGNORE INTO offer (position, json) VALUES (:position, :json)',
    ),
    remove: prepare<[position: number]>('DELETE FROM offer WHERE position = ?'),
    after: prepare<[position: number], OfferRow>(
      'SELECT position, json FROM offer WHERE position > ? ORDER BY position',
    ),
    removeAfter: prepare<[position: number]>('DELETE FROM offer WHERE position > ?'),
    clear: prepare<[]>('DELETE FROM offer'),
    all: prepare<[], OfferRow>('SELECT position, json FROM offer ORDER BY position'),
    unplaced: prepare<[], OfferRow>('SELECT position, json FROM offer WHERE first IS NULL ORDER BY position'),
    place: prepare<[PlacedOffer]>('UPDATE offer SET first = :first, count = :count WHERE position = :position'),
    placed: prepare<[], PlacedOffer>(
      'SELECT position, first, count FROM offer WHERE first IS NOT NULL ORDER BY first, position',
    ),
    withdraw: prepare<[confirmedSeq: number]>('UPDATE offer SET first = NULL, count = NULL WHERE first > ?'),
  };
}
