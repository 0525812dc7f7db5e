/** Shapes of outcomes and of the signal, distinguishable in greyscale at 12 px. They always appear with words. */
import { assertNever } from '../../src-shared/lib/assert-never.ts';

export type GlyphShape =
  | 'dot'
  | 'triangle'
  | 'half-triangle'
  | 'quarter'
  | 'question'
  | 'hatched'
  | 'diamond'
  | 'square'
  | 'ring'
  | 'ringed-dot'
  | 'framed-dot'
  | 'broken-ring';

/** @param size px at the default scale; `theme/base.css` scales only these sizes */
export function Glyph({ shape, size = 12 }: { shape: GlyphShape; size?: 12 | 14 | 16 | 18 }) {
  return (
    <svg width={size} height={size} viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      {drawing(shape)}
    </svg>
  );
}

function drawing(shape: GlyphShape) {
  const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 } as const;
  switch (shape) {
    case 'dot':
      return <circle cx="6" cy="6" r="4.5" fill="currentColor" />;
    case 'triangle':
      return <path d="M6 1 11.5 10.8H.5Z" fill="currentColor" />;
    case 'half-triangle':
      return (
        <>
          <path d="M6 1.8 10.7 10.1H1.3Z" {...line} />
          <path d="M6 1.5V10.5H1Z" fill="currentColor" />
        </>
      );
    case 'quarter':
      return (
        <>
          <circle cx="6" cy="6" r="4.5" {...line} />
          <path d="M6 6V1.5A4.5 4.5 0 0 1 10.5 6Z" fill="currentColor" />
        </>
      );
    case 'question':
      return <path d="M3.4 4a2.6 2.6 0 1 1 3.7 2.4C6.3 6.8 6 7.2 6 8M6 10v1.3" {...line} strokeWidth={1.7} />;
    case 'hatched':
      return (
        <>
          <rect x="1" y="1" width="10" height="10" {...line} />
          <path d="M1 6 6 1M1 11 11 1M6 11l5-5" {...line} />
        </>
      );
    case 'diamond':
      return <path d="M6 .5 11.5 6 6 11.5.5 6Z" fill="currentColor" />;
    case 'square':
      return <rect x="1.5" y="1.5" width="9" height="9" fill="currentColor" />;
    case 'ring':
      return <circle cx="6" cy="6" r="4.5" {...line} />;
    case 'ringed-dot':
      return (
        <>
          <circle cx="6" cy="6" r="4.75" {...line} />
          <circle cx="6" cy="6" r="2.25" fill="currentColor" />
        </>
      );
    case 'framed-dot':
      return (
        <>
          <rect x="1" y="1" width="10" height="10" {...line} />
          <circle cx="6" cy="6" r="2.5" fill="currentColor" />
        </>
      );
    case 'broken-ring':
      return <circle cx="6" cy="6" r="4.5" {...line} strokeDasharray="3 2" />;
    default:
      return assertNever(shape);
  }
}
