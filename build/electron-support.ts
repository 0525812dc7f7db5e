/**
 * Until when the Electron that is packed gets security fixes: each major until the third one after it. Looked up anew
 * whenever the major changes (https://releases.electronjs.org/schedule), which a test asks for.
 */
export const ELECTRON_SUPPORT = { major: 45, until: '2027-04-01' } as const;

/** What a person who packs is told; `null` while there is nothing to say. */
export function supportWarning(now: Date): string | null {
  const { major, until } = ELECTRON_SUPPORT;
  if (now < new Date(until)) return null;
  return `Electron ${major} is without security fixes since about ${until}: take a newer one before this is given away.`;
}
