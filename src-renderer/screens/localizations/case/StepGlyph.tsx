import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import type { StepMark } from './ladder-steps.ts';
import styles from './Ladder.module.css';

export function StepGlyph({ mark }: { mark: StepMark }) {
  return (
    <svg className={styles['glyph']} data-mark={mark} viewBox="0 0 22 22" aria-hidden="true" focusable="false">
      {drawing(mark)}
    </svg>
  );
}

function drawing(mark: StepMark) {
  const ring = <circle cx="11" cy="11" r="8" fill="var(--raised)" stroke="currentColor" strokeWidth="2" />;
  const stroke = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  switch (mark) {
    case 'tick':
      return (
        <>
          <circle cx="11" cy="11" r="9" fill="currentColor" />
          <path d="m6.8 11.2 3 3 5.4-6" stroke="var(--raised)" strokeWidth="2" {...stroke} />
        </>
      );
    case 'ring':
      return (
        <>
          {ring}
          <circle cx="11" cy="11" r="3" fill="currentColor" />
        </>
      );
    case 'dashed-ring':
      return (
        <>
          <circle
            cx="11"
            cy="11"
            r="8"
            fill="var(--raised)"
            stroke="currentColor"
            strokeWidth="2"
            strokeDasharray="3 2.6"
          />
          <circle cx="11" cy="11" r="3" fill="currentColor" />
        </>
      );
    case 'triangle':
      return (
        <>
          <path d="M11 1.5 21.2 20H.8Z" fill="currentColor" />
          <path d="M11 8.4v5M11 15.6v1.6" stroke="var(--raised)" strokeWidth="2" fill="none" />
        </>
      );
    case 'question':
      return (
        <>
          <circle cx="11" cy="11" r="8" fill="var(--raised)" stroke="var(--line-strong)" strokeWidth="2" />
          <path
            d="M8.6 9.2a2.5 2.5 0 1 1 3.5 2.3c-.8.4-1.1.8-1.1 1.6M11 14.6v1.3"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.7"
          />
        </>
      );
    default:
      return assertNever(mark);
  }
}
