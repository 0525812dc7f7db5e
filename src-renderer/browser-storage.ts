/** Storage may be full or forbidden, and the user can edit it, so callers validate what they read. */

/** @param storage a function, because reading `localStorage` throws if storage is forbidden */
export function readStored(storage: () => Pick<Storage, 'getItem'>, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Does nothing if storage is full or forbidden: the value lasts until the page closes. */
export function writeStored(storage: () => Pick<Storage, 'setItem'>, key: string, value: unknown): void {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    // See above.
  }
}
