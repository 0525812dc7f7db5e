/** The user's name, for colleagues; it is not a sign-in. Validates stored values, because the user can edit them. */
import { createStore } from 'zustand/vanilla';
import type { Author } from '../../src-shared/domain/cases/action.ts';
import { ACTION_LIMITS } from '../../src-shared/domain/cases/action-limits.ts';
import { asRecord } from '../../src-shared/lib/as-record.ts';
import { readStored, writeStored } from '../browser-storage.ts';

interface PersonState {
  readonly person: Author | null;
  readonly isPrompting: boolean;
}

const KEY = 'watchfloor.person';

export type PersonStore = ReturnType<typeof createPersonStore>;

export function createPersonStore(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const store = createStore<PersonState>(() => ({ person: read(storage), isPrompting: false }));
  const waiting: ((person: Author | null) => void)[] = [];

  function finishPrompt(person: Author | null): void {
    store.setState({ isPrompting: false });
    for (const resolve of waiting.splice(0)) resolve(person);
  }
  return {
    ...store,
    /** Returns the user, after asking for a name if necessary; null if they decline. */
    author: (): Promise<Author | null> => {
      // Another tab may have stored a name.
      const person = store.getState().person ?? read(storage);
      if (person !== null) {
        if (store.getState().person === null) store.setState({ person });
        return Promise.resolve(person);
      }
      store.setState({ isPrompting: true });
      return new Promise((resolve) => waiting.push(resolve));
    },
    /** @param name 1 to `ACTION_LIMITS.name` characters after trimming; other values are ignored */
    setName: (name: string) => {
      const trimmed = name.trim();
      if (trimmed === '' || trimmed.length > ACTION_LIMITS.name) return;
      const person = { id: store.getState().person?.id ?? newId(), name: trimmed };
      store.setState({ person });
      writeStored(() => storage, KEY, person);
      finishPrompt(person);
    },
    decline: () => finishPrompt(null),
  };
}

/** Replaces `randomUUID`, which is missing in pages loaded over plain HTTP. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function read(storage: Pick<Storage, 'getItem'>): Author | null {
  const { id, name } = asRecord(readStored(() => storage, KEY));
  if (typeof id !== 'string' || id === '' || id.length > 64 || typeof name !== 'string') return null;
  const trimmed = name.trim();
  return trimmed === '' || trimmed.length > ACTION_LIMITS.name ? null : { id, name: trimmed };
}
