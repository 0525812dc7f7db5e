/**
 * Shows the result of the last search in a few words, in a reserved place. A refusal links to the response of the
 * service.
 */
import { useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import type { SearchStatusWords } from '../../../words/search-words.ts';
import styles from './SearchQuery.module.css';

export function SearchStatus({ answer }: { answer: SearchStatusWords | null }) {
  const { searchDraft } = useStores();
  if (answer === null) return null;
  if (answer.tone === 'quiet') return <span className={styles['answer']}>{visibleText(answer.words)}</span>;
  return (
    <button type="button" className={styles['refused'] ?? ''} onClick={() => searchDraft.show('json')}>
      <OutcomeMark outcome="failed" />
      {visibleText(answer.words)} · <span className={styles['read']}>Read the answer</span>
    </button>
  );
}
