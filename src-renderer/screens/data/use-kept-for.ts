/**
 * What somebody is about to keep for more or fewer days: chosen here, counted by the backend, and written into the
 * profile only when it is saved.
 */
import { useEffect, useState } from 'react';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { asError } from '../../backend/backend-error.ts';
import { useProfiles, useStores, useWatch } from '../../stores/use-stores.ts';
import { isOtherThan, isShorter, type KeepDays, type KeptClass } from './kept-days.ts';

export interface KeptForEditing {
  readonly kept: KeepDays;
  readonly wanted: KeepDays;
  /** Events that would go, at most; `null` while that is counted, and where it cannot be. */
  readonly removable: number | null;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly trouble: Error | null;
  readonly choose: (of: KeptClass, days: number) => void;
  readonly revert: () => void;
  readonly save: () => void;
}

/** `null`: of what is shown there is no profile that could be written. */
export function useKeptFor(): KeptForEditing | null {
  const { backend } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const profile = useProfiles(({ entries }) => entries?.find((entry) => entry.watch === watch)?.profile ?? null);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [count, setCount] = useState<Count | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [trouble, setTrouble] = useState<Error | null>(null);
  const kept = profile?.keepDays ?? null;
  // What was chosen of another profile is not this one's.
  const wanted = kept === null ? null : chosen?.of === profile?.id ? (chosen?.wanted ?? kept) : kept;
  const isAsked = kept !== null && wanted !== null && isShorter(wanted, kept);

  useEffect(() => {
    if (!isAsked || watch === null) return undefined;
    let isOver = false;
    const tell = (events: number | null) => {
      if (!isOver) setCount({ wanted, events });
    };
    void backend.storage.removable(watch, wanted).then(tell, () => tell(null));
    return () => {
      isOver = true;
    };
  }, [backend, watch, isAsked, wanted]);

  if (profile === null || kept === null || wanted === null) return null;
  return {
    kept,
    wanted,
    removable: count?.wanted === wanted ? count.events : null,
    isChanged: isOtherThan(wanted, kept),
    isSaving,
    trouble,
    choose(of, days) {
      setTrouble(null);
      setChosen({ of: profile.id, wanted: { ...wanted, [of]: days } });
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

  async function saveDays(before: ConnectionProfile, keepDays: KeepDays): Promise<void> {
    await backend.profiles.save({ id: before.id, profile: { ...before, keepDays } });
  }
}

interface Choice {
  /** Id of the profile. */
  readonly of: string;
  readonly wanted: KeepDays;
}

interface Count {
  readonly wanted: KeepDays;
  readonly events: number | null;
}
