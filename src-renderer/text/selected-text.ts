/**
 * Copies a value as it was received, a row as a line, and its cells separated by tabs. The browser would break a value
 * at each box, copy an identifier twice, and leave out what does not fit.
 */
import { visibleText } from './visible-text.ts';

/** Call once for the page. */
export function handleCopying(page: Document): void {
  page.addEventListener('copy', (event) => {
    const selection = page.getSelection();
    if (event.defaultPrevented || selection === null || selection.isCollapsed) return;
    if (event.target instanceof Element && event.target.closest('input, textarea') !== null) return;
    event.clipboardData?.setData('text/plain', selectedText(selection));
    event.preventDefault();
  });
}

export function selectedText(selection: Selection): string {
  // Firefox has a range for each selected cell of a table.
  const ranges = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index));
  return ranges.map((range) => new RangeText(range).text()).join('\n');
}

const VALUE = '[data-stored], time[datetime]';
const CELL = 'td, th';

/** A piece of text, to decide what separates it from the next one. */
interface Piece {
  /** Nearest ancestor that is no part of a line of text. */
  readonly box: Element | null;
  readonly cell: Element | null;
  readonly bottom: number;
}

class RangeText {
  readonly #range: Range;
  #text = '';
  /** Null if nothing must separate the next piece. */
  #last: Piece | null = null;

  constructor(range: Range) {
    this.#range = range;
  }

  text(): string {
    const { commonAncestorContainer: common } = this.#range;
    const element = common instanceof Element ? common : common.parentElement;
    const whole = outermostWhole(element);
    const root = whole ?? element;
    if (root !== null) this.#visit(root, whole !== null);
    // A selection often begins or ends at the edge of a line of which it contains nothing.
    return this.#text.replace(/^(?:\t*\n)+/, '').replace(/[\t\n]+$/, '');
  }

  /** @param isWhole takes everything in the element, not only what is selected */
  #visit(element: Element, isWhole: boolean): void {
    if (!isSelectable(element)) return;
    const stored = storedValue(element);
    if (stored !== null) {
      if (isWhole || selectsText(this.#range, element)) this.#add(stored, element, element.getClientRects());
    } else if (element instanceof HTMLTableRowElement) this.#visitRow(element, isWhole);
    else if (element instanceof HTMLBRElement) this.#text += '\n';
    else
      for (const child of element.childNodes) {
        if (!isWhole && !this.#range.intersectsNode(child)) continue;
        if (child instanceof Text) this.#addText(child, isWhole);
        else if (child instanceof Element)
          this.#visit(child, isWhole || (isCut(child) && selectsText(this.#range, child)));
      }
  }

  #visitRow(row: HTMLTableRowElement, isWhole: boolean): void {
    if (this.#text !== '') this.#text += '\n';
    const cells = [...row.cells].filter((cell) => isWhole || this.#range.intersectsNode(cell));
    for (const [index, cell] of cells.entries()) {
      if (index > 0) this.#text += '\t';
      this.#last = null;
      this.#visit(cell, isWhole || (isCut(cell) && selectsText(this.#range, cell)));
    }
  }

  #addText(node: Text, isWhole: boolean): void {
    const { startContainer, startOffset, endContainer, endOffset } = this.#range;
    const from = !isWhole && node === startContainer ? startOffset : 0;
    const to = !isWhole && node === endContainer ? endOffset : node.length;
    const shown = document.createRange();
    shown.setStart(node, from);
    shown.setEnd(node, to);
    this.#add(node.data.slice(from, to), node.parentElement, shown.getClientRects());
  }

  #add(text: string, element: Element | null, rects: DOMRectList): void {
    if (text === '') return;
    const piece = {
      box: boxOf(element),
      cell: element?.closest(CELL) ?? null,
      bottom: rects.item(rects.length - 1)?.bottom ?? 0,
    };
    const last = this.#last;
    if (last !== null && last.box !== piece.box) {
      const isBelow = (rects.item(0)?.top ?? 0) >= last.bottom - 1;
      const isSameCell = piece.cell !== null && piece.cell === last.cell;
      this.#text += isSameCell ? ' ' : isBelow ? '\n' : '\t';
    }
    this.#text += text;
    this.#last = piece;
  }
}

/** A line end or a tab in a value would begin another row or cell. */
function storedValue(element: Element): string | null {
  const stored = element.getAttribute('data-stored') ?? (element instanceof HTMLTimeElement ? element.dateTime : null);
  if (stored === null || stored === '') return null;
  return /[\t\r\n]/.test(stored) ? visibleText(stored) : stored;
}

function isSelectable(element: Element): boolean {
  if (element.classList.contains('visually-hidden')) return false;
  const { display, visibility, userSelect } = getComputedStyle(element);
  return display !== 'none' && visibility !== 'hidden' && userSelect !== 'none';
}

/** True if the element shows its text shortened, so that no pointer reaches the rest. */
function isCut(element: Element): boolean {
  return element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis';
}

/** Returns the outermost ancestor that is copied as a whole, if any part of it is selected. */
function outermostWhole(element: Element | null): Element | null {
  let whole: Element | null = null;
  for (let at = element; at !== null; at = at.parentElement) if (at.matches(VALUE) || isCut(at)) whole = at;
  return whole;
}

/** False if the range only touches the edge of the element. */
function selectsText(range: Range, element: Element): boolean {
  const inside = document.createRange();
  inside.selectNodeContents(element);
  if (range.compareBoundaryPoints(Range.START_TO_START, inside) > 0)
    inside.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, inside) < 0) inside.setEnd(range.endContainer, range.endOffset);
  return inside.toString() !== '';
}

function boxOf(element: Element | null): Element | null {
  let box = element;
  while (box !== null && /^(?:inline|contents)/.test(getComputedStyle(box).display)) box = box.parentElement;
  return box;
}
