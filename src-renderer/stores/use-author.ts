import { useStore } from 'zustand';
import type { Author } from '../../src-shared/domain/cases/action.ts';
import { useStores } from './use-stores.ts';

/** Returns null if the user has not entered a name. */
export function usePerson(): Author | null {
  return useStore(useStores().person, ({ person }) => person);
}

/** The returned function resolves to the user, or to null if they decline; then the action must not be done. */
export function useAuthor(): () => Promise<Author | null> {
  return useStores().person.author;
}
