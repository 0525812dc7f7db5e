import { Check, LoaderCircle, Minus, X } from 'lucide-react';
import type { CheckResult } from '../../../../src-shared/api/connection-test.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { checkTitles, findingWords } from '../../../../src-shared/words/connection-test-words.ts';
import { Glyph } from '../../../components/Glyph.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import styles from './ConnectionTest.module.css';

interface CheckRowProps {
  readonly result: CheckResult;
  /** True if the text above the list already explains the finding. */
  readonly isShownAbove: boolean;
  /** True after the end of the test; a step that was not reached is then skipped. */
  readonly isOver: boolean;
  readonly expected: string | null;
}

const stateWords: Record<CheckResult['state'], string> = {
  waiting: 'not yet',
  running: 'in progress',
  good: 'ok',
  warned: 'warning',
  failed: 'failed',
  skipped: 'not tried',
};

export function CheckRow({ result, isShownAbove, isOver, expected }: CheckRowProps) {
  const state = isOver && (result.state === 'waiting' || result.state === 'running') ? 'skipped' : result.state;
  const words = result.finding === null || result.finding.key === 'not-tried' ? null : findingWords(result.finding);
  const isOpen = state === 'running' || state === 'warned' || state === 'failed';
  return (
    <li className={styles['check']} data-state={state}>
      <span className={styles['mark']}>
        <Mark state={state} />
        <span className="visually-hidden">{stateWords[state]}: </span>
      </span>
      <span className={styles['title']}>{checkTitles[result.check]}</span>
      <span className="meta">{timeWords(state, result.ms, expected)}</span>
      {words !== null && (
        <span className={styles['detail']} data-strong={isOpen}>
          <Untrusted text={words.detail} />
        </span>
      )}
      {words?.remedy != null && !isShownAbove && (
        <span className={styles['detail']}>
          <Untrusted text={words.head === null ? words.remedy : `${words.head} ${words.remedy}`} />
        </span>
      )}
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

function timeWords(state: CheckResult['state'], ms: number | null, expected: string | null): string {
  if (state === 'skipped') return 'not tried';
  if (state === 'waiting' || state === 'running') return expected ?? '';
  if (ms === null) return '';
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
