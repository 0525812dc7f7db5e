/**
 * End of the security fixes for the packed Electron: each major is supported until the third later one. Update it when
 * the major changes (https://releases.electronjs.org/schedule); a test checks this.
 */
export const ELECTRON_SUPPORT = { major: 45, until: '2027-04-01' } as const;

export function supportWarning(now: Date): string | null {
  const { major, until } = ELECTRON_SUPPORT;
  if (now < new Date(until)) return null;
  return `Electron ${major} is without security fixes since about ${until}: take a newer one before this is given away.`;
}
