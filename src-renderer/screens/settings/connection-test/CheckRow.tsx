import type { CheckResult } from '../../../../src-shared/api/connection-test.ts';
import { checkTitles, findingWords } from '../../../../src-shared/words/connection-test-words.ts';
import { CheckLine } from './CheckLine.tsx';

interface CheckRowProps {
  readonly result: CheckResult;
  /** True if the text above the list already explains the finding. */
  readonly isShownAbove: boolean;
  /** True after the end of the test; a step that was not reached is then skipped. */
  readonly isOver: boolean;
  readonly expected: string | null;
}

export function CheckRow({ result, isShownAbove, isOver, expected }: CheckRowProps) {
  const state = isOver && (result.state === 'waiting' || result.state === 'running') ? 'skipped' : result.state;
  const words = result.finding === null || result.finding.key === 'not-tried' ? null : findingWords(result.finding);
  const remedy = words?.remedy == null || isShownAbove ? null : words.remedy;
  const advice = remedy === null ? [] : [words?.head == null ? remedy : `${words.head} ${remedy}`];
  return (
    <CheckLine
      state={state}
      title={checkTitles[result.check]}
      aside={timeWords(state, result.ms, expected)}
      details={words === null ? [] : [words.detail, ...advice]}
    />
  );
}

function timeWords(state: CheckResult['state'], ms: number | null, expected: string | null): string {
  if (state === 'skipped') return 'not tried';
  if (state === 'waiting' || state === 'running') return expected ?? '';
  if (ms === null) return '';
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
