/** What of a laid-out JSON text is in view, where in the text a line stands, and what it says. */
import type { JsonLine } from './json-layout.ts';

/** An object with more lines begins folded, unless it is what the event is about. */
const MAX_UNFOLDED_LINES = 20;

/** Indexes of the lines that open what begins folded. The envelope and its message are open, whatever their length. */
export function initiallyFolded(lines: readonly JsonLine[]): Set<number> {
  const folded = new Set<number>();
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line?.kind !== 'opens' || line.depth === 0 || line.closedBy - index - 1 <= MAX_UNFOLDED_LINES) continue;
    if (line.depth === 1 && line.key === '"detailedMessage"') continue;
    folded.add(index);
  }
  return folded;
}

/** Indexes of the lines to draw: all but those inside of what is folded. */
export function visibleLines(lines: readonly JsonLine[], folded: ReadonlySet<number>): number[] {
  const inView: number[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    inView.push(index);
    if (folded.has(index)) index = Math.max(index, lines[index]?.closedBy ?? index);
  }
  return inView;
}

/** JSONPath (RFC 9535) of what a line shows: `$.detailedMessage.detailedError[2]["odd name"]`. */
export function pathOf(lines: readonly JsonLine[], index: number): string {
  const parts: string[] = [];
  let at = valueStart(lines, index);
  while (at >= 0) {
    const line = lines[at];
    if (line === undefined) break;
    if (line.parent >= 0)
      parts.unshift(line.key === null ? `[${indexInList(lines, line.parent, at)}]` : named(line.key));
    at = line.parent;
  }
  return `$${parts.join('')}`;
}

/** The line at which the value begins that this line goes on with or closes. */
function valueStart(lines: readonly JsonLine[], index: number): number {
  let at = index;
  while (lines[at]?.kind === 'goes-on') at -= 1;
  return lines[at]?.kind === 'closes' ? (lines[at]?.parent ?? -1) : at;
}

function indexInList(lines: readonly JsonLine[], list: number, index: number): number {
  let place = 0;
  for (let at = list + 1; at < index; at += 1) {
    const line = lines[at];
    if (line === undefined) break;
    if (line.kind === 'goes-on') continue;
    place += 1;
    if (line.kind === 'opens') at = line.closedBy;
  }
  return place;
}

function named(key: string): string {
  const name = unquoted(key);
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${key}]`;
}

/** The name as it is meant; `null` in a list and on lines that have none. */
export function keyOf({ key }: JsonLine): string | null {
  return key === null ? null : unquoted(key);
}

/** What a line shows, for taking along: a text without quotes and escapes, a number with every digit, an object whole. */
export function valueText(lines: readonly JsonLine[], index: number): string {
  const from = valueStart(lines, index);
  const line = lines[from];
  if (line === undefined) return '';
  if (line.kind === 'opens') return linesText(lines, from, line.closedBy);
  let text = line.text;
  for (let at = from + 1; lines[at]?.kind === 'goes-on'; at += 1) text += lines[at]?.text ?? '';
  return unquoted(text);
}

/** One that ends before its quote, or has an escape that is none, is as it was received. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Laid out anew from the left; its own name is not part of it. */
function linesText(lines: readonly JsonLine[], from: number, to: number): string {
  const outer = lines[from]?.depth ?? 0;
  let text = '';
  for (let index = from; index <= to; index += 1) {
    const line = lines[index];
    if (line === undefined) break;
    const begins = index > from && line.kind !== 'goes-on';
    if (begins) text += `\n${'  '.repeat(Math.max(0, line.depth - outer))}`;
    if (index > from && line.key !== null) text += `${line.key}: `;
    text += line.text;
    if (line.comma && index < to) text += ',';
  }
  return text;
}
