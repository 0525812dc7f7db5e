/** What a test or the product asked of the double of Electron. */
/** Everything asked of Electron since `resetElectron`, oldest first: `app.enableSandbox`, `new BrowserWindow` … */
export const calls: { name: string; arguments: unknown[] }[] = [];
export function record(name: string, ...args: unknown[]): void {
  calls.push({ name, arguments: args });
}
export const callNames = (): string[] => calls.map((call) => call.name);
