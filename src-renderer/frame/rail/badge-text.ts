export function badgeText(name: string): string {
  const [first, second] = name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => Array.from(word));
  if (first === undefined) return '?';
  const letters = second === undefined ? first.slice(0, 2) : [first[0], second[0]];
  return letters.join('').toLocaleUpperCase('en-GB');
}
