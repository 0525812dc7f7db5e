/** The package has no types. As its README shows it. */
declare module 'launchdarkly-eventsource' {
  export class EventSource {
    constructor(address: string, options: { readonly headers: Readonly<Record<string, string>> });
    addEventListener(type: 'closed' | 'error', listener: () => void): void;
    close(): void;
  }
}
