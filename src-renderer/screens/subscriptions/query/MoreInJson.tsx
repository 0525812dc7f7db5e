import type { SearchParts } from '../../../../src-shared/service/search-body.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { moreInJsonText, moreInJsonTip } from '../../../words/search-words.ts';

export function MoreInJson({ parts }: { parts: SearchParts }) {
  const { searchDraft } = useStores();
  const words = moreInJsonText(parts);
  if (words === null) return null;
  return (
    <Tooltip label={visibleText(moreInJsonTip(parts))}>
      <Button size="compact-xs" onClick={() => searchDraft.show('json')}>
        {words}
      </Button>
    </Tooltip>
  );
}
