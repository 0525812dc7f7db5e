/** Keeps texts by key, like the storage of a browser. */
export function memoryStorage(texts: Readonly<Record<string, string>> = {}) {
  const stored = new Map(Object.entries(texts));
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  };
}
