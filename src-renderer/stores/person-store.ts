/**
 * Who sits here, as they call themselves, kept in this browser: it says whom to ask, and is no sign-in. It is asked for
 * when it is first needed, and never made up. What is kept is read with suspicion: anybody may have edited it.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Author } from '../../src-shared/domain/action.ts';

interface PersonState {
  /** `null`: nobody said yet. */
  readonly person: Author | null;
  /** Somebody waits for a name. */
  readonly isPrompting: boolean;
}

export interface PersonStore extends StoreApi<PersonState> {
  /** The person, who is asked where nobody said; `null`: they would rather not. */
  readonly author: () => Promise<Author | null>;
  /** @param name of 1 to `MAX_PERSON_NAME_LENGTH` characters without space around them; anything else changes nothing */
  readonly setName: (name: string) => void;
  /** Nobody says. */
  readonly decline: () => void;
}

/** As `authorSchema` has it. */
export const MAX_PERSON_NAME_LENGTH = 60;
const KEY = 'watchfloor.person';

export function createPersonStore(kept: Pick<Storage, 'getItem' | 'setItem'>): PersonStore {
  const store = createStore<PersonState>(() => ({ person: read(kept), isPrompting: false }));
  const waiting: ((person: Author | null) => void)[] = [];

  function answer(person: Author | null): void {
    store.setState({ isPrompting: false });
    for (const resolve of waiting.splice(0)) resolve(person);
  }
  return {
    ...store,
    author() {
      // Another tab may have asked meanwhile.
      const person = store.getState().person ?? read(kept);
      if (person !== null) {
        if (store.getState().person === null) store.setState({ person });
        return Promise.resolve(person);
      }
      store.setState({ isPrompting: true });
      return new Promise((resolve) => waiting.push(resolve));
    },
    setName(name) {
      const trimmed = name.trim();
      if (trimmed === '' || trimmed.length > MAX_PERSON_NAME_LENGTH) return;
      const person = { id: store.getState().person?.id ?? newId(), name: trimmed };
      store.setState({ person });
      try {
        kept.setItem(KEY, JSON.stringify(person));
      } catch {
        // Storage is full or forbidden: the name lasts for this visit.
      }
      answer(person);
    },
    decline: () => answer(null),
  };
}

/** `randomUUID` is not there where a page came over plain HTTP. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function read(kept: Pick<Storage, 'getItem'>): Author | null {
  try {
    const { id, name }: Partial<Record<string, unknown>> = Object(JSON.parse(kept.getItem(KEY) ?? '{}'));
    if (typeof id !== 'string' || id === '' || id.length > 64 || typeof name !== 'string') return null;
    const trimmed = name.trim();
    return trimmed === '' || trimmed.length > MAX_PERSON_NAME_LENGTH ? null : { id, name: trimmed };
  } catch {
    return null;
  }
}
