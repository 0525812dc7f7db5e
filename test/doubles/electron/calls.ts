/** All calls since `resetElectron`, oldest first, for example `app.enableSandbox` or `new BrowserWindow`. */
export const calls: { name: string; arguments: unknown[] }[] = [];
export function record(name: string, ...args: unknown[]): void {
  calls.push({ name, arguments: args });
}
export const callNames = (): string[] => calls.map((call) => call.name);
