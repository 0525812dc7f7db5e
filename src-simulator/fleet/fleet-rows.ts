/** Where a fleet comes from: the subscriptions as they are when the simulator starts. */
import type { FieldName, IdType } from './fields.ts';

export interface FleetRows {
  readonly size: number;
  /** @param row from 0 */
  value(row: number, field: Exclude<FieldName, 'lastModifiedAt'>): string | null;
  /** UTC epoch ms of every row. Made once; the fleet keeps it and writes its changes there. */
  modifiedAt(): Float64Array;
  /** The row with this identifier, or `null`. */
  find(idType: IdType, id: string): number | null;
}
