/** What form and chips cannot show of the query is named, and leads to where it stands. */
import { UnstyledButton } from '@mantine/core';
import type { SearchParts } from '../../../../src-shared/service/search-body.ts';
import { Tip } from '../../../components/Tip.tsx';
import { useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { moreInJsonText, moreInJsonTip } from '../../../words/search-words.ts';
import styles from './MoreInJson.module.css';

export function MoreInJson({ parts }: { parts: SearchParts }) {
  const { searchDraft } = useStores();
  const words = moreInJsonText(parts);
  if (words === null) return null;
  return (
    <Tip label={visibleText(moreInJsonTip(parts))}>
      <UnstyledButton className={styles['more'] ?? ''} onClick={() => searchDraft.show('json')}>
        {words}
      </UnstyledButton>
    </Tip>
  );
}
