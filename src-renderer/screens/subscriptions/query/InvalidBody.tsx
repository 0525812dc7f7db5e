/** Replaces form and chips if the JSON has a mistake, because they must not show anything that is not sent. */
import type { BodyMistake } from '../../../../src-shared/service/search-body.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { useStores } from '../../../stores/use-stores.ts';
import type { SearchView } from '../../../stores/subscriptions/search-draft-store.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { bodyMistakeWords, lineColumnText } from '../../../words/search-words.ts';

export function InvalidBody({ text, mistake, view }: { text: string; mistake: BodyMistake; view: SearchView }) {
  const { searchDraft } = useStores();
  return (
    <div className="row apart gap-3 pad-2-3">
      <p>
        {view === 'form' ? 'A form' : 'A line of chips'} cannot show this query: mistake at{' '}
        {lineColumnText(text, mistake.at)} of the JSON. {visibleText(bodyMistakeWords(mistake))}
      </p>
      <Button onClick={() => searchDraft.show('json')}>Show the JSON</Button>
    </div>
  );
}
