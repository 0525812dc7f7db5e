/** Shows how one step of a test ended, and what was found. */
import { Check, LoaderCircle, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CheckResult } from '../../../../src-shared/api/connection-test.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { Glyph } from '../../../components/Glyph.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import styles from './ConnectionTest.module.css';

interface CheckLineProps {
  readonly state: CheckResult['state'];
  readonly title: string;
  readonly aside?: ReactNode;
  readonly details: readonly string[];
}

const stateWords: Record<CheckResult['state'], string> = {
  waiting: 'not yet',
  running: 'in progress',
  good: 'ok',
  warned: 'warning',
  failed: 'failed',
  skipped: 'not tried',
};

export function CheckLine({ state, title, aside, details }: CheckLineProps) {
  const isOpen = state === 'running' || state === 'warned' || state === 'failed';
  return (
    <li className={styles['check']} data-state={state}>
      <span className={styles['mark']}>
        <Mark state={state} />
        <span className="visually-hidden">{stateWords[state]}: </span>
      </span>
      <span className={styles['title']}>{title}</span>
      <span className="meta">{aside}</span>
      {details.map((detail, index) => (
        <span key={detail} className={styles['detail']} data-strong={isOpen && index === 0}>
          <Untrusted text={detail} />
        </span>
      ))}
    </li>
  );
}

function Mark({ state }: { state: CheckResult['state'] }) {
  switch (state) {
    case 'good':
      return <Check size={14} aria-hidden="true" />;
    case 'warned':
      return <Glyph shape="half-triangle" size={14} />;
    case 'failed':
      return <X size={14} aria-hidden="true" />;
    case 'running':
      return <LoaderCircle size={14} aria-hidden="true" />;
    case 'waiting':
    case 'skipped':
      return <Minus size={14} aria-hidden="true" />;
    default:
      return assertNever(state);
  }
}
