import { ChevronDown, ChevronRight } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Tooltip } from '../overlay/Tooltip.tsx';
import { Untrusted } from '../Untrusted.tsx';
import { MAX_LAYOUT_DEPTH, type JsonLine } from '../../text/json-layout.ts';
import { visibleText } from '../../text/visible-text.ts';
import styles from './RawText.module.css';

interface JsonTreeLineProps {
  readonly id: string;
  readonly index: number;
  readonly line: JsonLine;
  readonly closing: JsonLine | undefined;
  readonly isFolded: boolean;
  readonly isActive: boolean;
  readonly copied: 'path' | 'value' | null;
  readonly path: () => string;
}

/** Characters of a name that are shown; the copied path has all. */
const KEY_SHOWN = 200;
/** Deeper lines are not indented further, because the pane is too narrow. */
const INDENTED_LEVELS = 12;

export function JsonTreeLine({ id, index, line, closing, isFolded, isActive, copied, path }: JsonTreeLineProps) {
  const { kind, depth, key, text } = line;
  const opens = kind === 'opens';
  const Chevron = isFolded ? ChevronRight : ChevronDown;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a custom property is no property of the type
  const indent = { '--depth': Math.min(depth, INDENTED_LEVELS) } as CSSProperties;
  return (
    <div
      id={id}
      className={styles['line']}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-expanded={opens ? !isFolded : undefined}
      data-line={index}
      data-active={isActive}
      data-goes-on={kind === 'goes-on'}
      style={indent}
    >
      {opens && (
        <span className={styles['fold']} data-fold>
          <Chevron size={12} aria-hidden="true" />
        </span>
      )}
      {key !== null && (
        <>
          <Tooltip label={() => `Copy ${visibleText(path()).slice(0, KEY_SHOWN)}`}>
            <span className={styles['key']} data-copy="path">
              <Untrusted text={key.length > KEY_SHOWN ? `${key.slice(0, KEY_SHOWN)}…` : key} />
            </span>
          </Tooltip>
          {': '}
        </>
      )}
      <Untrusted text={text} />
      {isFolded && (
        <>
          <span data-fold> … </span>
          {closing?.kind === 'closes' && closing.text}
        </>
      )}
      {(isFolded ? closing?.comma : line.comma) === true && ','}
      {remark(line, isFolded).map((words) => (
        <span key={words} className={styles['note']}>
          {words}
        </span>
      ))}
      {copied !== null && <span className={styles['note']}>{copied} copied</span>}
      {kind !== 'closes' && kind !== 'goes-on' && (
        <span className={styles['copies']} aria-hidden="true">
          {/* Their labels come from CSS, so that selecting and copying yields only the received text. */}
          <span data-copy="path" />
          <span data-copy="value" />
        </span>
      )}
    </div>
  );
}

function remark({ note, entries }: JsonLine, isFolded: boolean): string[] {
  return [
    isFolded ? `${entries} ${entries === 1 ? 'entry' : 'entries'}` : '',
    note === 'was-text' ? 'was JSON in a string' : '',
    note === 'too-deep' ? `deeper than ${MAX_LAYOUT_DEPTH} levels, as received` : '',
  ].filter((words) => words !== '');
}
