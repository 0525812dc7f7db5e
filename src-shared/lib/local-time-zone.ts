/** Returns the IANA time zone of this computer or browser, as the runtime names it. */
export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
