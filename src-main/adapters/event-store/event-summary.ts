/** From the row in the database to the row of the timeline. */
import type { EventMark, EventSummary } from '../../../src-shared/domain/event.ts';
import type { EventRow } from './statements.ts';

export function summaryOf(row: EventRow): EventSummary {
  const errorCodes: string[] = row.errorCodes === null ? onlyCode(row) : JSON.parse(row.errorCodes);
  const marks: EventMark[] = row.marks === null ? [] : JSON.parse(row.marks);
  return { ...row, errorCodes, marks };
}

function onlyCode({ errorCode }: EventRow): string[] {
  return errorCode === null ? [] : [errorCode];
}
