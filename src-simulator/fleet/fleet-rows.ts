/** Interface to the subscriptions of a fleet as they are when the simulator starts. */
import type { FieldName, IdType } from './fields.ts';

export interface FleetRows {
  readonly size: number;
  value(row: number, field: Exclude<FieldName, 'lastModifiedAt'>): string | null;
  modifiedAt(row: number): number;
  find(idType: IdType, id: string): number | null;
}
