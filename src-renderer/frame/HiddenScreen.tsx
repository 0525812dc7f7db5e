import { Button } from '../components/controls/Button.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ScreenLayout } from '../components/layout/ScreenLayout.tsx';
import { visibleText } from '../text/visible-text.ts';
import { HIDING_NOTE, hiddenWords } from '../words/page-rule-words.ts';
import type { HiddenPart } from '../rules/hidden-parts.ts';
import { useShowAnyway } from '../rules/use-page-rules.ts';

export function HiddenScreen({ title, hidden }: { title: string; hidden: HiddenPart }) {
  const showAnyway = useShowAnyway();
  return (
    <ScreenLayout title={title}>
      <EmptyState
        title={visibleText(hiddenWords(hidden.part, hidden.missingRights))}
        detail={`A rule of this profile hides it. ${HIDING_NOTE}`}
        action={<Button onClick={() => showAnyway(hidden.key)}>Show anyway</Button>}
      />
    </ScreenLayout>
  );
}
