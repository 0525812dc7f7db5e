/** The backend counts what the choice would remove; saving writes it to the profile. */
import { useState } from 'react';
import { useRequest } from '../../stores/queries/use-request.ts';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useProfiles, useStores, useWatch } from '../../stores/use-stores.ts';
import { isDifferent, isShorter, type RetentionDays, type RetentionClass } from './retention-days.ts';

export type RetentionEditing = NonNullable<ReturnType<typeof useRetentionEditing>>;

export function useRetentionEditing() {
  const { backend } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const profile = useProfiles(({ entries }) => entries?.find((entry) => entry.watch === watch)?.profile ?? null);
  const [chosen, setChosen] = useState<{ readonly profileId: string; readonly edited: RetentionDays } | null>(null);
  const { run, isRunning, error, clearError } = useRequest();
  const saved = profile?.keepDays ?? null;
  // Ignores a choice that was made for another profile.
  const edited = saved === null ? null : chosen?.profileId === profile?.id ? (chosen?.edited ?? saved) : saved;
  const needsCount = saved !== null && edited !== null && isShorter(edited, saved);
  const { value: count } = useWatchQuery<{ readonly events: number }>(
    needsCount ? JSON.stringify(edited) : null,
    async (shown) =>
      edited === null ? null : backend.storage.countRemovable.query({ watch: shown.watch, keepDays: edited }),
  );

  if (profile === null || saved === null || edited === null) return null;
  return {
    saved,
    edited,
    /** Upper bound of the events that would be removed; null while it is being counted or if counting failed. */
    removable: count?.events ?? null,
    isChanged: isDifferent(edited, saved),
    isSaving: isRunning,
    error,
    choose: (retentionClass: RetentionClass, days: number) => {
      clearError();
      setChosen({ profileId: profile.id, edited: { ...edited, [retentionClass]: days } });
    },
    revert: () => {
      clearError();
      setChosen(null);
    },
    save: () =>
      void run(() => backend.profiles.save.mutate({ id: profile.id, profile: { ...profile, keepDays: edited } })),
  };
}
