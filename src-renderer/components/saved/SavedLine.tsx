import { type LucideIcon, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { SavedItem } from '../../stores/loading/saved-list.ts';
import { visibleText } from '../../text/visible-text.ts';
import { DialogTextInput } from '../dialog/DialogField.tsx';
import { Tooltip } from '../overlay/Tooltip.tsx';
import styles from './Saved.module.css';
import { findByName, type SavedListLabels } from './saved-items.ts';

interface SavedTool {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly disabled: boolean;
  readonly run: () => void;
}

interface SavedLineProps<T extends SavedItem> {
  readonly labels: SavedListLabels;
  readonly item: T;
  readonly listed: readonly T[];
  readonly store: { put(labels: readonly T[]): Promise<boolean>; remove(id: string): Promise<void> };
  readonly description: ReactNode;
  readonly tools?: readonly SavedTool[];
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

export function SavedLine<T extends SavedItem>(props: SavedLineProps<T>) {
  const { labels, item, listed, store, description, tools = [], onKeyDown } = props;
  const [written, setWritten] = useState<string | null>(null);
  const name = written ?? item.name;
  const same = findByName(listed, name);
  const isNameInUse = same !== null && same.id !== item.id;
  const shown = visibleText(item.name);
  function rename(): void {
    setWritten(null);
    const next = name.trim();
    if (next !== '' && !isNameInUse && next !== item.name) void store.put([{ ...item, name: next }]);
  }
  const bin = { label: `Delete ${shown}`, Icon: Trash2, disabled: false, run: () => void store.remove(item.id) };
  return (
    <SavedRow
      name={
        <DialogTextInput
          label={`Name of ${shown}`}
          value={name}
          change={setWritten}
          maxLength={labels.maxNameLength}
          commit={rename}
          cancel={() => setWritten(null)}
        />
      }
      description={isNameInUse ? `Another ${labels.singular} already has this name.` : description}
      tools={[...tools, bin]}
      onKeyDown={onKeyDown}
    />
  );
}

interface SavedRowProps {
  readonly name: ReactNode;
  readonly description: ReactNode;
  readonly tools: readonly SavedTool[];
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
}

export function SavedRow({ name, description, tools, onKeyDown }: SavedRowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys may move the line from wherever in it the focus is
    <li className={styles['line']} onKeyDown={onKeyDown}>
      <span className="grid shrinks gap-hairline">
        {name}
        <span className="one-line meta">{description}</span>
      </span>
      <span className="flex gap-hairline">
        {tools.map(({ label, Icon, disabled, run }) => (
          <Tooltip key={label} label={label}>
            <button type="button" className="icon-button" aria-label={label} disabled={disabled} onClick={run}>
              <Icon size={14} aria-hidden="true" />
            </button>
          </Tooltip>
        ))}
      </span>
    </li>
  );
}
