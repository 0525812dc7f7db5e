import type { SeqRanges } from '../../../src-shared/api/timeline.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { asError } from '../../backend/backend-error.ts';
import type { NewCommand } from '../../commands/command.ts';
import { useIsHidden } from '../../rules/use-page-rules.ts';
import { useStores, useWatch } from '../../stores/use-stores.ts';
import { failureWords } from '../../words/error-words.ts';
import { rangesOf } from './seen-ranges.ts';
import type { TimelineItem } from './timeline-items.tsx';

interface SeenCommandsOptions {
  readonly items: readonly TimelineItem[];
  readonly cursor: string | null;
  readonly chosen: ReadonlySet<string>;
  readonly showMessage: (words: string) => void;
}

export function useSeenCommands({ items, cursor, chosen, showMessage }: SeenCommandsOptions): readonly NewCommand[] {
  const { backend } = useStores();
  const watch = useWatch((state) => state.shown?.watch ?? null);
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const isHidden = useIsHidden('mark-seen');
  const seqs = items.flatMap((item) => (item.kind === 'row' && chosen.has(item.key) ? [item.row.event.seq] : []));
  const at = items.find(({ key }) => key === cursor);
  const upTo = at?.kind === 'row' ? at.row.event.seq : null;

  function mark(ranges: SeqRanges, words: string): void {
    if (watch === null) return;
    backend.timeline.markSeen.mutate({ watch, ranges, seen: true }).then(
      () => showMessage(words),
      (error: unknown) => showMessage(failureWords(asError(error))),
    );
  }
  const reason = (missing: string | null) => (isLost ? 'Watchfloor does not answer.' : missing);
  if (isHidden) return [];
  return [
    {
      id: 'timeline.seen-chosen',
      title: 'Mark the selected rows as seen',
      group: 'Event',
      keys: ['Shift+S'],
      unavailable: reason(seqs.length === 0 ? 'No row is selected.' : null),
      run: () =>
        mark(rangesOf(seqs), seqs.length === 1 ? 'Marked 1 as seen' : `Marked ${numberText(seqs.length)} as seen`),
    },
    {
      id: 'timeline.seen-up-to',
      title: 'Mark everything up to here as seen',
      group: 'Event',
      unavailable: reason(upTo === null ? 'Select an event first with J or K.' : null),
      run: () => upTo !== null && mark([{ first: 1, last: upTo }], 'Marked everything up to here as seen'),
    },
  ];
}
