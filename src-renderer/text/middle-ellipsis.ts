/**
 * Shortens a long identifier in its middle: the beginning tells what it is, the end tells which one.
 * @param length most characters of the result, the ellipsis included; at least 3.
 */
export function middleEllipsis(text: string, length: number): string {
  // By code points, or a pair of surrogates could be cut in two.
  const points = Array.from(text);
  if (points.length <= length) return text;
  const kept = Math.max(2, length - 1);
  const tail = Math.floor(kept / 2);
  return `${points.slice(0, kept - tail).join('')}…${points.slice(points.length - tail).join('')}`;
}
