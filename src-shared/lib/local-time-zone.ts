/** The time zone of this computer, or of the browser: an IANA name, the runtime's own word. */
export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
