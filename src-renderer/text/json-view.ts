/** Computes from a laid-out JSON text which lines are visible, the path of a line, and the text to copy. */
import type { JsonLine } from './json-layout.ts';

/** Objects with more lines start folded, except the envelope and `detailedMessage`. */
const MAX_UNFOLDED_LINES = 20;

/** Indexes of the `opens` lines that start folded. The envelope and its message are never folded. */
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

export function visibleLines(lines: readonly JsonLine[], folded: ReadonlySet<number>): number[] {
  const inView: number[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    inView.push(index);
    if (folded.has(index)) index = Math.max(index, lines[index]?.closedBy ?? index);
  }
  return inView;
}

/** JSONPath (RFC 9535) of a line's value: `$.detailedMessage.detailedError[2]["odd name"]`. */
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

/** Index of the line where the value of a `goes-on` or `closes` line starts. */
function valueStart(lines: readonly JsonLine[], index: number): number {
  let at = index;
  while (lines[at]?.kind === 'goes-on') at -= 1;
  return lines[at]?.kind === 'closes' ? (lines[at]?.parent ?? -1) : at;
}

function indexInList(lines: readonly JsonLine[], list: number, index: number): number {
  let position = 0;
  for (let at = list + 1; at < index; at += 1) {
    const line = lines[at];
    if (line === undefined) break;
    if (line.kind === 'goes-on') continue;
    position += 1;
    if (line.kind === 'opens') at = line.closedBy;
  }
  return position;
}

function named(key: string): string {
  const name = unquoted(key);
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${key}]`;
}

export function keyOf({ key }: JsonLine): string | null {
  return key === null ? null : unquoted(key);
}

/** The value of a line as text to copy: strings unescaped, numbers with every digit, objects and lists complete. */
export function valueText(lines: readonly JsonLine[], index: number): string {
  const from = valueStart(lines, index);
  const line = lines[from];
  if (line === undefined) return '';
  if (line.kind === 'opens') return linesText(lines, from, line.closedBy);
  let text = line.text;
  for (let at = from + 1; lines[at]?.kind === 'goes-on'; at += 1) text += lines[at]?.text ?? '';
  return unquoted(text);
}

/** Returns the text unchanged if it lacks its closing quote or has an invalid escape. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Indents the lines from the left margin. Omits the key of the first line. */
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
