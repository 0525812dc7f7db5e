/** One saved view in the list of all: its name, which can be written over, what it asks for, and what can be done with it. */
import { UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowUp, Pin, PinOff, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { type SavedView, VIEW_MOST } from '../../../../src-shared/domain/saved-view.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { TextField } from '../../../components/DialogField.tsx';
import { Tip } from '../../../components/Tip.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useAppearance, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { capitalized, filterSentence, spanSentence } from '../../../words/filter-sentence.ts';
import { movedIds, noPin, viewNamed } from './view-edits.ts';
import styles from './Views.module.css';

interface ViewLineProps {
  readonly view: SavedView;
  readonly views: readonly SavedView[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export function ViewLine({ view, views, isFirst, isLast }: ViewLineProps) {
  const { views: store } = useStores();
  const zone = useAppearance((state) => state.zone);
  const [written, setWritten] = useState<string | null>(null);
  const shown = visibleText(view.name);
  const name = written ?? view.name;
  const same = viewNamed(views, name);
  const isTaken = same !== null && same.id !== view.id;
  const noPlace = view.pinned ? null : noPin(views, view);
  const words = `${capitalized(filterSentence(view.filter))} · ${spanSentence(view.filter, zone) ?? 'all stored'}`;

  function rename(): void {
    setWritten(null);
    const next = name.trim();
    if (next !== '' && !isTaken && next !== view.name) void store.put([{ ...view, name: next }]);
  }
  function move(by: 1 | -1): void {
    const ids = movedIds(views, view.id, by);
    if (ids !== null) void store.order(ids);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || by === 0) return;
    event.preventDefault();
    move(by);
  }

  const tools = [
    {
      label: noPlace ?? (view.pinned ? `Take ${shown} out of the rail` : `Show ${shown} in the rail`),
      Icon: view.pinned ? Pin : PinOff,
      off: noPlace !== null,
      run: () => void store.put([{ ...view, pinned: !view.pinned }]),
    },
    { label: `Move ${shown} up (Alt+↑)`, Icon: ArrowUp, off: isFirst, run: () => move(-1) },
    { label: `Move ${shown} down (Alt+↓)`, Icon: ArrowDown, off: isLast, run: () => move(1) },
    { label: `Delete ${shown}`, Icon: Trash2, off: false, run: () => void store.remove(view.id) },
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Alt and arrows move the line from wherever in it the focus is
    <li className={styles['view']} onKeyDown={onKeyDown}>
      <span className={styles['named']}>
        <TextField
          label={`Name of ${shown}`}
          value={name}
          change={setWritten}
          longest={VIEW_MOST.name}
          leave={rename}
          giveUp={() => setWritten(null)}
        />
        <span className={styles['what']}>
          {isTaken ? (
            'Another view is called so already.'
          ) : (
            <a href={hrefOf('timeline', { filter: view.filter })} onClick={() => store.show(null)}>
              <Untrusted text={words} />
            </a>
          )}
        </span>
      </span>
      <span className={styles['tools']}>
        {tools.map(({ label, Icon, off, run }) => (
          <Tip key={label} label={label}>
            <UnstyledButton className={styles['tool']} aria-label={label} disabled={off} onClick={run}>
              <Icon size={14} aria-hidden="true" />
            </UnstyledButton>
          </Tip>
        ))}
      </span>
    </li>
  );
}
