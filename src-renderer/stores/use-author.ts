/** How components learn who does something: asked for with a dialog where nobody said yet. */
import { useStore } from 'zustand';
import type { Author } from '../../src-shared/domain/action.ts';
import { useStores } from './use-stores.ts';

/** `null`: nobody said yet. */
export function usePerson(): Author | null {
  return useStore(useStores().person, ({ person }) => person);
}

/** What it gives answers with the person, or `null` where they would rather not say: then nothing is done. */
export function useAuthor(): () => Promise<Author | null> {
  return useStores().person.author;
}
