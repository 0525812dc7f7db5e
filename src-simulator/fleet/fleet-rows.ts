/** Where a fleet comes from: the subscriptions as they are when the simulator starts. */
import type { FieldName, IdType } from './fields.ts';

export interface FleetRows {
  readonly size: number;
  /** @param row from 0 */
  value(row: number, field: Exclude<FieldName, 'lastModifiedAt'>): string | null;
  /** UTC epoch ms. @param row from 0 */
  modifiedAt(row: number): number;
  /** The row with this identifier, or `null`. */
  find(idType: IdType, id: string): number | null;
}
