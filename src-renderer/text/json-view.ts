/** What of a laid-out JSON text is in view, and where in the text a line stands. */
import type { JsonLine } from './json-layout.ts';

/** An object with more lines begins folded, unless it is what the event is about. */
const LONGEST_UNFOLDED = 20;

/** Indexes of the lines that open what begins folded. The envelope and its message are open, whatever their length. */
export function foldedAtFirst(lines: readonly JsonLine[]): Set<number> {
  const folded = new Set<number>();
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line?.kind !== 'opens' || line.depth === 0 || line.closedBy - index - 1 <= LONGEST_UNFOLDED) continue;
    if (line.depth === 1 && line.key === '"detailedMessage"') continue;
    folded.add(index);
  }
  return folded;
}

/** Indexes of the lines to draw: all but those inside of what is folded. */
export function linesInView(lines: readonly JsonLine[], folded: ReadonlySet<number>): number[] {
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
  let at = beginOf(lines, index);
  while (at >= 0) {
    const line = lines[at];
    if (line === undefined) break;
    if (line.parent >= 0) parts.unshift(line.key === null ? `[${placeIn(lines, line.parent, at)}]` : named(line.key));
    at = line.parent;
  }
  return `$${parts.join('')}`;
}

/** The line at which the value begins that this line goes on with or closes. */
function beginOf(lines: readonly JsonLine[], index: number): number {
  let at = index;
  while (lines[at]?.kind === 'goes-on') at -= 1;
  return lines[at]?.kind === 'closes' ? (lines[at]?.parent ?? -1) : at;
}

function placeIn(lines: readonly JsonLine[], list: number, index: number): number {
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
  const name: unknown = JSON.parse(key);
  return typeof name === 'string' && /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${key}]`;
}
