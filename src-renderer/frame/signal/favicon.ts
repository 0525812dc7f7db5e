import type { GlyphShape } from '../../components/Glyph.tsx';

const shapes: Record<GlyphShape, string> = {
  dot: '<circle cx="6" cy="6" r="3.6" fill="C"/>',
  triangle: '<path d="M6 2 10.6 10H1.4Z" fill="C"/>',
  'half-triangle': '<path d="M6 2 10.6 10H1.4Z" fill="none" stroke="C"/><path d="M6 2V10H1.4Z" fill="C"/>',
  quarter:
    '<circle cx="6" cy="6" r="3.6" fill="none" stroke="C" stroke-width="1.4"/><path d="M6 6V2.4A3.6 3.6 0 0 1 9.6 6Z" fill="C"/>',
  question: '<path d="M4 4.4a2 2 0 1 1 2.8 1.9C6.2 6.6 6 7 6 7.6M6 9v.6" fill="none" stroke="C" stroke-width="1.5"/>',
  hatched: '<path d="M2 2h8v8H2ZM2 6l4-4M2 10l8-8M6 10l4-4" fill="none" stroke="C" stroke-width="1.2"/>',
  diamond: '<path d="M6 1.6 10.4 6 6 10.4 1.6 6Z" fill="C"/>',
  square: '<path d="M2.6 2.6h6.8v6.8H2.6Z" fill="C"/>',
  ring: '<circle cx="6" cy="6" r="3.4" fill="none" stroke="C" stroke-width="1.6"/>',
  'ringed-dot':
    '<circle cx="6" cy="6" r="3.8" fill="none" stroke="C" stroke-width="1.4"/><circle cx="6" cy="6" r="1.7" fill="C"/>',
  'framed-dot':
    '<path d="M2 2H10V10H2Z" fill="none" stroke="C" stroke-width="1.4"/><circle cx="6" cy="6" r="1.9" fill="C"/>',
  'broken-ring': '<circle cx="6" cy="6" r="3.4" fill="none" stroke="C" stroke-width="1.6" stroke-dasharray="2.4 1.8"/>',
};

/** `ground` is needed because the tab bar can have any colour. */
export function faviconAddress(shape: GlyphShape, colour: string, ground: string, dot: string | null): string {
  const corner =
    dot === null
      ? ''
      : `<circle cx="9.6" cy="2.4" r="2.4" fill="${ground}"/><circle cx="9.6" cy="2.4" r="1.8" fill="${dot}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 12"><rect width="12" height="12" rx="2.6" fill="${ground}"/>${shapes[shape].replaceAll('C"', `${colour}"`)}${corner}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
