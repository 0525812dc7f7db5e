import { useMemo } from 'react';
import type { hideableActions, PageRule } from '../../src-shared/domain/profile/page-rule.ts';
import type { ScreenName } from '../address/screen-addresses.ts';
import { useAccess, useShownEntry, useStores, useWatch } from '../stores/use-stores.ts';
import { type HiddenPart, hiddenParts } from './hidden-parts.ts';

type HideableAction = (typeof hideableActions)[number];

export interface HiddenPartState extends HiddenPart {
  readonly isShown: boolean;
}

const NO_RULES: readonly PageRule[] = [];

export function usePageRules(): readonly PageRule[] {
  return useShownEntry()?.profile?.pageRules ?? NO_RULES;
}

export function useHiddenParts(): readonly HiddenPartState[] {
  const rules = usePageRules();
  const report = useAccess(({ value }) => value);
  const shownAnyway = useAccess((state) => state.shownAnyway);
  const id = useWatch(({ shown }) => shown?.profile.id);
  return useMemo(
    () => hiddenParts(rules, report).map((part) => ({ ...part, isShown: shownAnyway.has(`${id} ${part.key}`) })),
    [rules, report, shownAnyway, id],
  );
}

export function useHiddenScreen(screen: ScreenName): HiddenPart | null {
  return useHiddenParts().find(({ key, isShown }) => key === `screen:${screen}` && !isShown) ?? null;
}

export function useHiddenAction(action: HideableAction): HiddenPart | null {
  return useHiddenParts().find(({ key, isShown }) => key === `action:${action}` && !isShown) ?? null;
}

export function useIsHidden(action: HideableAction): boolean {
  return useHiddenAction(action) !== null;
}

export function useShowAnyway(): (key: string) => void {
  const { access, watch } = useStores();
  return (key) => access.showAnyway(`${watch.getState().shown?.profile.id} ${key}`);
}
