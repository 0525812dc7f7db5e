/**
 * State of an unsaved retention change: the user chooses, the backend counts what it would remove, and saving writes it
 * to the profile.
 */
import { useEffect, useState } from 'react';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { asError } from '../../backend/backend-error.ts';
import { useProfiles, useStores, useWatch } from '../../stores/use-stores.ts';
import { isDifferent, isShorter, type RetentionDays, type RetentionClass } from './retention-days.ts';

export interface RetentionEditing {
  readonly saved: RetentionDays;
  readonly wanted: RetentionDays;
  /** Upper bound of the events that would be removed; null while it is being counted or if counting failed. */
  readonly removable: number | null;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly trouble: Error | null;
  readonly choose: (of: RetentionClass, days: number) => void;
  readonly revert: () => void;
  readonly save: () => void;
}

/** Returns null if the shown watch has no profile that can be saved. */
export function useRetentionEditing(): RetentionEditing | null {
  const { backend } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const profile = useProfiles(({ entries }) => entries?.find((entry) => entry.watch === watch)?.profile ?? null);
  const [chosen, setChosen] = useState<RetentionDraft | null>(null);
  const [count, setCount] = useState<RemovableCount | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [trouble, setTrouble] = useState<Error | null>(null);
  const saved = profile?.keepDays ?? null;
  // Ignores a choice that was made for another profile.
  const wanted = saved === null ? null : chosen?.profileId === profile?.id ? (chosen?.wanted ?? saved) : saved;
  const isAsked = saved !== null && wanted !== null && isShorter(wanted, saved);

  useEffect(() => {
    if (!isAsked || watch === null) return undefined;
    let isOver = false;
    const tell = (events: number | null) => {
      if (!isOver) setCount({ wanted, events });
    };
    void backend.storage.countRemovable(watch, wanted).then(tell, () => tell(null));
    return () => {
      isOver = true;
    };
  }, [backend, watch, isAsked, wanted]);

  if (profile === null || saved === null || wanted === null) return null;
  return {
    saved,
    wanted,
    removable: count?.wanted === wanted ? count.events : null,
    isChanged: isDifferent(wanted, saved),
    isSaving,
    trouble,
    choose(of, days) {
      setTrouble(null);
      setChosen({ profileId: profile.id, wanted: { ...wanted, [of]: days } });
    },
    revert() {
      setTrouble(null);
      setChosen(null);
    },
    save() {
      setSaving(true);
      setTrouble(null);
      void saveDays(profile, wanted)
        .catch((error: unknown) => setTrouble(asError(error)))
        .finally(() => setSaving(false));
    },
  };

  async function saveDays(before: ConnectionProfile, keepDays: RetentionDays): Promise<void> {
    await backend.profiles.save({ id: before.id, profile: { ...before, keepDays } });
  }
}

interface RetentionDraft {
  readonly profileId: string;
  readonly wanted: RetentionDays;
}

interface RemovableCount {
  readonly wanted: RetentionDays;
  readonly events: number | null;
}
