import { useMemo } from 'react';
import { useHiddenParts } from '../rules/use-page-rules.ts';
import { type Screen, screens } from './screens.tsx';

export function useOpenScreens(): readonly Screen[] {
  const hidden = useHiddenParts();
  return useMemo(
    () => screens.filter(({ name }) => !hidden.some(({ key, isShown }) => key === `screen:${name}` && !isShown)),
    [hidden],
  );
}
