/**
 * An event that somebody has looked at is marked as seen: once, after it stood there for a moment, never while stepping
 * over it. Taken back, it stays unseen for as long as it is open. A rule that hides marking leaves it unmarked.
 */
import { useEffect, useRef } from 'react';
import type { Command } from '../../../commands/command.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { useIsHidden } from '../../../rules/use-page-rules.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';

/** As long as it takes to read what it means. */
const MARK_SEEN_DELAY_MS = 1_000;

/** @param isSeen as the store has it; `null` until the event was read and drawn */
export function useMarkSeen(seq: number, isSeen: boolean | null): void {
  const { backend, clock } = useStores();
  const watch = useWatch((state) => state.shown?.watch ?? null);
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const isHidden = useIsHidden('mark-seen');
  /** What was said of which event last, in this pane. */
  const said = useRef<{ readonly of: string; readonly seen: boolean } | null>(null);
  const of = `${watch} ${seq}`;

  useEffect(() => {
    if (isSeen !== false || watch === null || isLost || isHidden || said.current?.of === of) return undefined;
    return clock.after(MARK_SEEN_DELAY_MS, () => {
      said.current = { of, seen: true };
      // What could not be marked is marked when it is opened again.
      backend.timeline.markSeen(watch, [{ first: seq, last: seq }], true).catch(() => undefined);
    });
  }, [backend, clock, watch, isLost, isHidden, seq, isSeen, of]);

  const commands: readonly Command[] = [
    {
      id: 'event.unseen',
      title: 'Mark the event as unseen',
      group: 'Event',
      keys: ['U'],
      unavailable: isLost ? 'Watchfloor does not answer.' : null,
      run() {
        if (watch === null) return;
        said.current = { of, seen: false };
        backend.timeline.markSeen(watch, [{ first: seq, last: seq }], false).catch(() => undefined);
      },
    },
  ];
  useCommands(isHidden ? [] : commands);
}
