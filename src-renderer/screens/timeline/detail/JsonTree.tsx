/**
 * A JSON text laid out, to be folded and walked through by keyboard: arrows move and fold, Enter folds or copies, Ctrl+C
 * copies the path of the line. A click on a name copies its path.
 */
import { type KeyboardEvent, type MouseEvent, type RefObject, useId, useMemo, useState } from 'react';
import type { JsonLine } from '../../../text/json-layout.ts';
import { foldedAtFirst, linesInView, pathOf } from '../../../text/json-view.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { JsonTreeLine } from './JsonTreeLine.tsx';
import { Lines } from './Lines.tsx';
import styles from './RawText.module.css';

/** By what it writes, as the browser copies, or by its place where a layout writes no Latin letters. */
function isLetterC({ key, code }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'c' || (code === 'KeyC' && !/^[a-z]$/i.test(key));
}

export function JsonTree({ lines, scroller }: { lines: readonly JsonLine[]; scroller: RefObject<HTMLElement | null> }) {
  const id = useId();
  const [folded, setFolded] = useState<ReadonlySet<number>>(() => foldedAtFirst(lines));
  const inView = useMemo(() => linesInView(lines, folded), [lines, folded]);
  const volume = useMemo(
    () => inView.reduce((sum, index) => sum + (lines[index]?.text.length ?? 0), 0),
    [lines, inView],
  );
  /** Place in view of the line that keys act on. */
  const [active, setActive] = useState(-1);
  /** The line whose path was copied last, until the reader goes on. */
  const [copied, setCopied] = useState(-1);

  const at = inView[active] ?? -1;
  const isFoldable = (index: number) => lines[index]?.kind === 'opens';
  function fold(index: number, isFolded: boolean): void {
    const next = new Set(folded);
    if (isFolded) next.add(index);
    else next.delete(index);
    setFolded(next);
  }
  function goTo(place: number): void {
    setActive(Math.max(0, Math.min(place, inView.length - 1)));
    setCopied(-1);
  }
  function copyPath(index: number): void {
    navigator.clipboard.writeText(pathOf(lines, index)).then(
      () => setCopied(index),
      // Refused by the browser: what is not said to be copied was not.
      () => setCopied(-1),
    );
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.shiftKey) return;
    if (event.ctrlKey || event.metaKey) {
      // What is selected is copied by the browser.
      if (!isLetterC(event) || at === -1 || document.getSelection()?.isCollapsed === false) return;
      copyPath(at);
    } else if (event.key === 'ArrowDown') goTo(active + 1);
    else if (event.key === 'ArrowUp') goTo(active - 1);
    else if (event.key === 'ArrowRight' && isFoldable(at)) fold(at, false);
    else if (event.key === 'ArrowLeft') leaveOrFold();
    else if (event.key === 'Enter' && at !== -1) {
      if (isFoldable(at)) fold(at, !folded.has(at));
      else copyPath(at);
    } else return;
    event.preventDefault();
  }
  /** As in any tree: folds what is open, else goes to what this stands in. */
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
    if (event.target.closest('[data-fold]') !== null) fold(index, !folded.has(index));
    else if (event.target.closest('[data-key]') !== null) copyPath(index);
  }

  return (
    <>
      <div
        className={styles['tree']}
        role="tree"
        aria-label="Received text, laid out"
        aria-activedescendant={at === -1 ? undefined : `${id}${at}`}
        tabIndex={0}
        onFocus={() => active === -1 && setActive(0)}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <Lines
          count={inView.length}
          volume={volume}
          scroller={scroller}
          active={active}
          renderLine={(place) => {
            const index = inView[place] ?? 0;
            const line = lines[index];
            return line === undefined ? null : (
              <JsonTreeLine
                id={`${id}${index}`}
                index={index}
                line={line}
                closing={lines[line.closedBy]}
                isFolded={folded.has(index)}
                isActive={place === active}
                isCopied={index === copied}
                path={() => pathOf(lines, index)}
              />
            );
          }}
        />
      </div>
      <output className="visually-hidden">{copied === -1 ? '' : `Copied ${visibleText(pathOf(lines, copied))}`}</output>
    </>
  );
}
