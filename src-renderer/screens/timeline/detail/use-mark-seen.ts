/** Marks an event as seen after 1 s, so that stepping past does not count. Unseen by hand stays so while it is open. */
import { useRef } from 'react';
import type { NewCommand } from '../../../commands/command.ts';
import { useCommand } from '../../../commands/use-commands.ts';
import { useIsHidden } from '../../../rules/use-page-rules.ts';
import { useDebounced } from '../../../stores/queries/use-debounced.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';

/** About the time to read the sentence of an event. */
const MARK_SEEN_DELAY_MS = 1_000;

export function useMarkSeen(seq: number, isSeen: boolean | null): void {
  const { backend } = useStores();
  const watch = useWatch((state) => state.shown?.watch ?? null);
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const isHidden = useIsHidden('mark-seen');
  /** Last mark that this pane sent, and its event. */
  const lastMarked = useRef<{ readonly eventKey: string; readonly seen: boolean } | null>(null);
  const eventKey = `${watch} ${seq}`;

  useDebounced(isSeen !== false || isLost || isHidden ? null : eventKey, MARK_SEEN_DELAY_MS, () => {
    if (watch === null || lastMarked.current?.eventKey === eventKey) return;
    lastMarked.current = { eventKey, seen: true };
    // After a failure the event is marked the next time it is opened.
    backend.timeline.markSeen.mutate({ watch, ranges: [{ first: seq, last: seq }], seen: true }).catch(() => undefined);
  });

  const command: NewCommand = {
    id: 'event.unseen',
    title: 'Mark the event as unseen',
    group: 'Event',
    keys: ['U'],
    unavailable: isLost ? 'Watchfloor does not answer.' : null,
    run() {
      if (watch === null) return;
      lastMarked.current = { eventKey, seen: false };
      backend.timeline.markSeen
        .mutate({ watch, ranges: [{ first: seq, last: seq }], seen: false })
        .catch(() => undefined);
    },
  };
  useCommand(isHidden ? null : command);
}
