/** Arrows move and fold, Enter folds or copies, Ctrl+C copies a line's path and V its value. */
import { type KeyboardEvent, type MouseEvent, type RefObject, useId, useMemo, useState } from 'react';
import type { JsonLine } from '../../text/json-layout.ts';
import { initiallyFolded, visibleLines, pathOf, valueText } from '../../text/json-view.ts';
import { visibleText } from '../../text/visible-text.ts';
import { JsonTreeLine } from './JsonTreeLine.tsx';
import { VirtualLines } from './VirtualLines.tsx';
import styles from './RawText.module.css';

/** The typed letter, as browsers do for copying; the key's position if the layout types no Latin letters. */
function isLetter({ key, code }: KeyboardEvent, letter: 'c' | 'v'): boolean {
  return key.toLowerCase() === letter || (code === `Key${letter.toUpperCase()}` && !/^[a-z]$/i.test(key));
}

interface CopiedPart {
  readonly index: number;
  readonly part: 'path' | 'value';
}

export function JsonTree({ lines, scroller }: { lines: readonly JsonLine[]; scroller: RefObject<HTMLElement | null> }) {
  const id = useId();
  const [folded, setFolded] = useState<ReadonlySet<number>>(() => initiallyFolded(lines));
  const inView = useMemo(() => visibleLines(lines, folded), [lines, folded]);
  const volume = useMemo(
    () => inView.reduce((sum, index) => sum + (lines[index]?.text.length ?? 0), 0),
    [lines, inView],
  );
  const [active, setActive] = useState(-1);
  /** The last copied part, until the user moves on. */
  const [copied, setCopied] = useState<CopiedPart | null>(null);

  const at = inView[active] ?? -1;
  const isFoldable = (index: number) => lines[index]?.kind === 'opens';
  function fold(index: number, isFolded: boolean): void {
    const next = new Set(folded);
    if (isFolded) next.add(index);
    else next.delete(index);
    setFolded(next);
  }
  function goTo(index: number): void {
    setActive(Math.max(0, Math.min(index, inView.length - 1)));
    setCopied(null);
  }
  function copy(index: number, part: CopiedPart['part']): void {
    const text = part === 'path' ? pathOf(lines, index) : valueText(lines, index);
    navigator.clipboard.writeText(text).then(
      () => setCopied({ index, part }),
      () => setCopied(null),
    );
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.shiftKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (!isLetter(event, 'c') || at === -1 || document.getSelection()?.isCollapsed === false) return;
      copy(at, 'path');
    } else if (at !== -1 && isLetter(event, 'v')) copy(at, 'value');
    else if (event.key === 'ArrowDown') goTo(active + 1);
    else if (event.key === 'ArrowUp') goTo(active - 1);
    else if (event.key === 'ArrowRight' && isFoldable(at)) fold(at, false);
    else if (event.key === 'ArrowLeft') leaveOrFold();
    else if (event.key === 'Enter' && at !== -1) {
      if (isFoldable(at)) fold(at, !folded.has(at));
      else copy(at, 'path');
    } else return;
    event.preventDefault();
  }
  /** Folds an open line, else moves to its parent, as in any tree. */
  function leaveOrFold(): void {
    const line = lines[at];
    if (line === undefined) return;
    if (isFoldable(at) && !folded.has(at)) fold(at, true);
    else if (line.parent !== -1) goTo(inView.indexOf(line.parent));
  }

  function onClick(event: MouseEvent): void {
    if (!(event.target instanceof Element)) return;
    const index = Number(event.target.closest('[data-line]')?.getAttribute('data-line') ?? -1);
    if (index === -1 || document.getSelection()?.isCollapsed === false) return;
    goTo(inView.indexOf(index));
    const part = event.target.closest('[data-copy]')?.getAttribute('data-copy');
    if (event.target.closest('[data-fold]') !== null) fold(index, !folded.has(index));
    else if (part === 'path' || part === 'value') copy(index, part);
  }

  return (
    <>
      <div
        className={styles['tree']}
        role="tree"
        aria-label="Received text, formatted"
        aria-activedescendant={at === -1 ? undefined : `${id}${at}`}
        tabIndex={0}
        onFocus={() => active === -1 && setActive(0)}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <VirtualLines
          count={inView.length}
          charCount={volume}
          scroller={scroller}
          active={active}
          renderLine={(position) => {
            const index = inView[position] ?? 0;
            const line = lines[index];
            return line === undefined ? null : (
              <JsonTreeLine
                id={`${id}${index}`}
                index={index}
                line={line}
                closing={lines[line.closedBy]}
                isFolded={folded.has(index)}
                isActive={position === active}
                copied={copied?.index === index ? copied.part : null}
                path={() => pathOf(lines, index)}
              />
            );
          }}
        />
      </div>
      <output className="visually-hidden">{copied === null ? '' : copiedWords(lines, copied)}</output>
    </>
  );
}

function copiedWords(lines: readonly JsonLine[], { index, part }: CopiedPart): string {
  const path = visibleText(pathOf(lines, index));
  return part === 'path' ? `Copied ${path}` : `Copied the value of ${path}`;
}
