/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus --
   a combobox: the focus stays in its field, which answers the keys; and lines that are more than text have no tags */
import { useEffect, useId, useRef } from 'react';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { Keycap } from '../../../components/Keycap.tsx';
import { visibleText } from '../../../text/visible-text.ts';
import type { Suggestion, Completion } from './completion.ts';
import styles from './CompletionList.module.css';
import { countsNote } from './field-announcement.ts';
import type { FieldCounts } from './use-field-counts.ts';
import { useWatch } from '../../../stores/use-stores.ts';

interface CompletionListProps {
  readonly id: string;
  readonly completion: Completion;
  readonly counts: FieldCounts;
  readonly typed: string;
  readonly active: Suggestion | null;
  readonly idOf: (choice: Suggestion) => string;
  readonly point: (choice: Suggestion) => void;
  readonly accept: (choice: Suggestion) => void;
}

export function CompletionList({ id, completion, counts, typed, active, idOf, point, accept }: CompletionListProps) {
  const isConnected = useWatch(({ wire }) => wire.kind === 'open');
  const note = completion.isCounted ? countsNote(counts, isConnected) : '';
  if (completion.groups.length === 0) return <p className="meta pad-2-3">{completion.hint}</p>;
  return (
    <>
      <div className="scrolls" role="listbox" id={id} aria-label="Suggestions">
        {completion.groups.map(({ title, suggestions }) => (
          <Group key={title} title={title}>
            {suggestions.map((choice) => (
              <Line
                key={choice.text}
                id={idOf(choice)}
                choice={choice}
                isCounted={completion.isCounted}
                typed={typed}
                isActive={choice === active}
                point={() => point(choice)}
                take={() => accept(choice)}
              />
            ))}
          </Group>
        ))}
      </div>
      <div className="meta fixed gap-3 nowrap ruled flex pad-2-3" aria-hidden="true">
        <span>
          <Keycap name="Tab" /> take
        </span>
        {completion.isCounted && (
          <>
            <span>
              <Keycap name="," /> or
            </span>
            <span>
              <Keycap name="−" /> not
            </span>
          </>
        )}
        <span className="ellipsis shrinks to-end">{note}</span>
      </div>
    </>
  );
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <div className={styles['head']} id={id}>
        <bdi dir="ltr">{visibleText(title)}</bdi>
      </div>
      {children}
    </div>
  );
}

function Line(props: {
  isCounted: boolean;
  id: string;
  choice: Suggestion;
  typed: string;
  isActive: boolean;
  point: () => void;
  take: () => void;
}) {
  const { choice, isActive, isCounted, typed } = props;
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const hasTypedPrefix = typed !== '' && choice.name.toLowerCase().startsWith(typed.toLowerCase());
  const prefixLength = hasTypedPrefix ? typed.length : 0;
  return (
    <div
      ref={line}
      id={props.id}
      className={styles['line']}
      role="option"
      aria-selected={isActive}
      // Uses movement, so that a suggestion that appears under a resting pointer is not chosen.
      onPointerMove={props.point}
      onClick={props.take}
    >
      <bdi dir="ltr" className={styles['name']}>
        <b>{visibleText(choice.name.slice(0, prefixLength))}</b>
        {visibleText(choice.name.slice(prefixLength))}
      </bdi>
      <span className="one-line meta">{choice.meaning}</span>
      {isCounted && (
        <span className={styles['count']} data-none={choice.count === 0}>
          {choice.count === null ? '' : numberText(choice.count)}
        </span>
      )}
    </div>
  );
}
