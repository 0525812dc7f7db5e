/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus --
   a combobox: the focus stays in its field, which answers the keys; and lines that are more than text have no tags */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { visibleText } from '../../text/visible-text.ts';
import { failureWords } from '../../words/error-words.ts';
import { idText } from '../../components/ids/id-text.ts';
import type { IdLookup } from '../../components/ids/use-id-lookup.ts';
import type { SpotlightEntry, SpotlightGroup } from './spotlight-entries.ts';
import { SpotlightRow } from './SpotlightRow.tsx';
import styles from './Spotlight.module.css';

interface SpotlightLinesProps {
  readonly group: SpotlightGroup;
  readonly text: string;
  readonly lookup: IdLookup;
  readonly children: ReactNode;
}

export function SpotlightLines({ group: { kind }, text, lookup, children }: SpotlightLinesProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <div className={styles['head']}>
        <span id={id} className="one-line">
          {kind === 'ids' && (
            <>
              Ids that contain <bdi dir="ltr">{visibleText(text)}</bdi>
            </>
          )}
          {kind === 'recent' && 'Recent ids'}
          {kind === 'subscriptions' && 'Stored subscriptions'}
          {kind === 'time' && 'Times'}
          {kind === 'with-it' && 'Actions'}
          {kind === 'go-and-do' && 'Screens and commands'}
        </span>
        {kind === 'ids' && <span className={styles['note']}>{idNote(lookup, text)}</span>}
      </div>
      {children}
    </div>
  );
}

/** Describes how complete the search for ids is; empty if it is complete. */
export function idNote(lookup: IdLookup, text: string): string {
  if (idText(text) === null) return '';
  if (lookup.kind === 'waiting') return 'cannot be searched: Watchfloor does not answer';
  if (lookup.kind === 'failed') return `Cannot be searched now. ${failureWords(lookup.error)}`;
  if (lookup.progress === 'looking') return 'searching …';
  if (lookup.progress === 'partly') return 'not everything was searched';
  return lookup.ids.length + lookup.stored.length === 0 ? 'none in the stored events' : '';
}

interface SpotlightLineProps {
  readonly id: string;
  readonly entry: SpotlightEntry;
  readonly text: string;
  readonly selected: boolean;
  readonly copied: string;
  readonly point: () => void;
  readonly choose: () => void;
}

export function SpotlightLine({ id, entry, text, selected, copied, point, choose }: SpotlightLineProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected) line.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const unavailable = entry.kind === 'command' && entry.command.unavailable != null;
  return (
    <div
      ref={line}
      id={id}
      className={styles['option']}
      role="option"
      aria-selected={selected}
      aria-disabled={unavailable}
      // On move, not on enter: a line that appears under a resting pointer is not selected.
      onPointerMove={point}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={choose}
    >
      <SpotlightRow entry={entry} text={text} selected={selected} copied={copied} />
    </div>
  );
}
