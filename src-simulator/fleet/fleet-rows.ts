/** Interface to the subscriptions of a fleet as they are when the simulator starts. */
import type { FieldName, IdType } from './fields.ts';

export interface FleetRows {
  readonly size: number;
  /** @param row from 0 */
  value(row: number, field: Exclude<FieldName, 'lastModifiedAt'>): string | null;
  /**
   * Returns UTC epoch ms.
   * @param row from 0
   */
  modifiedAt(row: number): number;
  find(idType: IdType, id: string): number | null;
}
