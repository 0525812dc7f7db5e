/** Holds a list that arrives as a whole: rows change in place, but none appears, disappears or moves. Pure. */
export interface HeldRows<Row> {
  readonly rows: readonly Row[];
  /** Keys of rows that disappear when the hold ends. */
  readonly gone: ReadonlySet<string>;
  /** Number of rows that would appear, disappear or move if the list were not held. */
  readonly pendingChanges: number;
}

const NONE: ReadonlySet<string> = new Set();

export function followedRows<Row>(rows: readonly Row[]): HeldRows<Row> {
  return { rows, gone: NONE, pendingChanges: 0 };
}

export function heldRows<Row extends { readonly key: string }>(
  shown: readonly Row[],
  fresh: readonly Row[],
): HeldRows<Row> {
  const byKey = new Map(fresh.map((row) => [row.key, row]));
  const shownKeys = new Set(shown.map(({ key }) => key));
  const gone = new Set([...shownKeys].filter((key) => !byKey.has(key)));
  const stayed = shown.filter(({ key }) => !gone.has(key));
  const order = fresh.filter(({ key }) => shownKeys.has(key));
  const moved = stayed.filter(({ key }, at) => key !== order[at]?.key).length;
  const added = fresh.length - order.length;
  return {
    rows: shown.map((row) => byKey.get(row.key) ?? row),
    gone,
    pendingChanges: added + gone.size + moved,
  };
}
