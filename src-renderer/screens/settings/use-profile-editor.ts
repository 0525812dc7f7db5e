/** One profile while it is edited: the draft as the store keeps it, and what can be done with it. */
import { useState } from 'react';
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import { currentHash } from '../../address/browser-address.ts';
import { goTo, hrefOf } from '../../address/use-address.ts';
import { asError } from '../../backend/backend-error.ts';
import { type DraftFields, profileOf, type TextField, wrongFields } from '../../stores/draft-fields.ts';
import {
  allLeft,
  changed,
  type FileRead,
  filled,
  isDirty,
  isOutdated,
  left,
  type ProfileDraft,
  savedDraft,
} from '../../stores/profile-draft.ts';
import { draftShown, NEW_PROFILE } from '../../stores/profiles-store.ts';
import { useProfiles, useStores } from '../../stores/use-stores.ts';
import { fieldId } from './Field.tsx';
import { keepTyped } from './sign-in/keep-typed.ts';
import type { TypedSecret } from './sign-in/typed-secret.ts';

/** What an attempt to save failed with; `secret`: the profile is saved, and what was typed beside it is not. */
export type SaveTrouble = { readonly what: 'profile' | 'secret'; readonly error: Error };

/** @param id or `NEW_PROFILE` @param entry `null`: it was never saved, or the backend does not tell of it yet */
export function useProfileEditor(id: string, entry: ProfileEntry | null, secret: TypedSecret) {
  const stores = useStores();
  const { backend, profiles: store } = stores;
  const profile = entry?.profile ?? null;
  const kept = useProfiles(({ drafts }) => drafts.get(id));
  const draft = draftShown(kept, profile);
  const [isSaving, setSaving] = useState(false);
  const [trouble, setTrouble] = useState<SaveTrouble | null>(null);
  const wrong = wrongFields(draft);

  /** What is there now: two changes may come before the next drawing. */
  const draftNow = () => draftShown(store.getState().drafts.get(id), profile);
  function edit(next: (draft: ProfileDraft) => ProfileDraft): void {
    store.setDraft(id, next(draftNow()));
  }
  function goToMistake(): void {
    edit(allLeft);
    const first = wrongFields(draft)[0];
    if (first !== undefined) document.getElementById(fieldId(first))?.focus();
  }

  async function save(keepsSecret: boolean): Promise<ProfileId | null> {
    const wanted = profileOf(draft.fields);
    if (isSaving) return null;
    if (wanted === null) {
      goToMistake();
      return null;
    }
    const place = currentHash();
    setSaving(true);
    setTrouble(null);
    try {
      const savedAs =
        isDirty(draft) || entry === null
          ? await backend.profiles.save(
              entry === null
                ? { id: null, profile: { ...wanted, ...(draft.fileId === null ? {} : { id: draft.fileId }) } }
                : { id: entry.id, profile: wanted },
            )
          : entry.id;
      store.saved(id, savedAs, savedDraft(draft, profile, draftNow()), stores.now());
      // Whoever went elsewhere meanwhile stays there.
      if (id === NEW_PROFILE && currentHash() === place)
        goTo(hrefOf('settings', { profile: savedAs }), { replace: true });
      if (keepsSecret)
        await keepTyped(backend, savedAs, secret).catch((error: unknown) =>
          setTrouble({ what: 'secret', error: asError(error) }),
        );
      return savedAs;
    } catch (error) {
      setTrouble({ what: 'profile', error: asError(error) });
      return null;
    } finally {
      setSaving(false);
    }
  }

  return {
    draft,
    wrong,
    isDirty: isDirty(draft),
    /** It was saved elsewhere while something was typed here. */
    isOutdated: profile !== null && isDirty(draft) && isOutdated(draft, profile),
    isSaving,
    trouble,
    goToMistake,
    save,
    change: (part: Partial<DraftFields>) => edit((before) => changed(before, part)),
    leave: (field: TextField) => edit((before) => left(before, field)),
    mend: (field: TextField, value: string) => edit((before) => left(changed(before, { [field]: value }), field)),
    fill: (read: FileRead) => edit((before) => filled(before, read)),
    revert: () => {
      setTrouble(null);
      store.setDraft(id, null);
    },
  };
}
export type ProfileEditing = ReturnType<typeof useProfileEditor>;
