import { useMemo } from 'react';
import { useWatch } from '../../stores/use-stores.ts';
import { profileName } from '../../words/profile-words.ts';
import type { OpenWatch } from './spotlight-entries.ts';

export function useOtherWatches(): readonly OpenWatch[] {
  const open = useWatch((state) => state.received?.snapshot.watches);
  const shown = useWatch((state) => state.shown?.watch);
  return useMemo(
    () =>
      (open ?? [])
        .filter(({ watch }) => watch !== shown)
        .map(({ watch, profile }) => ({ watch, name: profileName(profile) })),
    [open, shown],
  );
}
