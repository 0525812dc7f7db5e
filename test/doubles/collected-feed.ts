import type { Backend } from '../../src-main/core/backend.ts';
import type { StateFeed } from '../../src-main/core/ports/state-feed.ts';
import type { BackendSnapshot } from '../../src-shared/api/watch.ts';

/** Follows a feed and collects what it emits. `ended` resolves when the feed ends. */
function collectFeed(feed: (signal: AbortSignal) => StateFeed<BackendSnapshot>) {
  const leave = new AbortController();
  const emitted: BackendSnapshot[] = [];
  const followed = { emitted, kinds: () => emitted.map(kindOf), leave: () => leave.abort(), ended: Promise.resolve() };
  followed.ended = (async () => {
    for await (const { state } of feed(leave.signal)) emitted.push(state);
  })();
  return followed;
}

export const collectSnapshots = (backend: Backend) => collectFeed((signal) => backend.snapshots(signal));
export const collectTurns = (backend: Backend) => collectFeed((signal) => backend.transitions(signal));

const kindOf = ({ watches }: BackendSnapshot) => watches.map(({ stream }) => stream.kind).join(' ') || 'none';
