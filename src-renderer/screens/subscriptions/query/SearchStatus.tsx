/** The result of the last search, in a reserved place. A refusal links to the response of the service. */
import { useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import type { SearchStatusWords } from '../../../words/search-words.ts';
import styles from './SearchQuery.module.css';

export function SearchStatus({ status }: { status: SearchStatusWords | null }) {
  const { searchDraft } = useStores();
  if (status === null) return null;
  if (status.tone === 'quiet') return <span className="one-line meta">{visibleText(status.words)}</span>;
  return (
    <button type="button" className={styles['refused'] ?? ''} onClick={() => searchDraft.show('json')}>
      <OutcomeMark outcome="failed" />
      {visibleText(status.words)} · <span className={styles['read']}>Read the answer</span>
    </button>
  );
}
