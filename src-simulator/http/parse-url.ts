/** Same as `URL.parse`, which not every version of Node 20 has. */
export function parseUrl(text: string, base?: string): URL | null {
  return URL.canParse(text, base) ? new URL(text, base) : null;
}
