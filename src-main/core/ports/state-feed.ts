/** Yields the current state immediately, then each change. */
export type StateFeed<State> = AsyncGenerator<{ readonly revision: number; readonly state: State }, void, undefined>;
