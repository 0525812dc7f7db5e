import { useStore } from 'zustand';
import { signedInAuthor } from '../../src-shared/api/signed-in-author.ts';
import type { Author } from '../../src-shared/domain/cases/action.ts';
import { useShownEntry, useStores } from './use-stores.ts';

export function useTypedPerson(): Author | null {
  return useStore(useStores().person, ({ person }) => person);
}

/** Returns the person who signed in to the shown profile; null for a client, or if that is not known. */
export function useSignedInPerson(): Author | null {
  const status = useShownEntry()?.signIn;
  return status === undefined ? null : signedInAuthor(status);
}

/** Returns who the user is for the shown profile; null if no person signed in and no name was typed. */
export function usePerson(): Author | null {
  const typed = useTypedPerson();
  return useSignedInPerson() ?? typed;
}

/** Null if the user is signed in: then the backend knows the author. After `declined` the action must not be done. */
export function useAuthor(): () => Promise<Author | null | 'declined'> {
  const { author } = useStores().person;
  const isSignedIn = useSignedInPerson() !== null;
  return async () => (isSignedIn ? null : ((await author()) ?? 'declined'));
}
