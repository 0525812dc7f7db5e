import { useMemo } from 'react';
import type { SavedView } from '../../../../src-shared/domain/saved-view.ts';
import { useViews } from '../../../stores/use-stores.ts';

/** The saved views that are rules. */
export function useRuleViews(): SavedView[] {
  const views = useViews(({ savedItems }) => savedItems);
  return useMemo(() => (views ?? []).filter(({ notify }) => notify !== null), [views]);
}
