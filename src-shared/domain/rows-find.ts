/** `failures>0` in the text, and `FAILURES_FIELD` to sort by. All other text is searched in the values. */
export const FAILURE_DAYS = 7;

/** Not the name of a field of the service. */
export const FAILURES_FIELD = '#failures';
export const WITH_FAILURES = 'failures>0';

const CONDITION = /(?<=^|\s)failures>(\d{1,9})(?=\s|$)/i;

export interface RowsFind {
  readonly text: string;
  readonly failuresAbove: number | null;
}

export function parseRowsFind(find: string): RowsFind {
  const condition = CONDITION.exec(find);
  if (condition === null) return { text: find, failuresAbove: null };
  return { text: find.replace(CONDITION, ' ').trim(), failuresAbove: Number(condition[1]) };
}

export function usesFailures({ find, sort }: { find: string; sort: { field: string } | null }): boolean {
  return sort?.field === FAILURES_FIELD || parseRowsFind(find).failuresAbove !== null;
}
