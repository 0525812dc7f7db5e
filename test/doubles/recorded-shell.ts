/** Stands in for tray, menu and notifications: writes down what is asked of it. */
import type { Shell, ShellParts } from '../../src-main/hosts/electron/shell.ts';

export class RecordedShell implements Shell {
  readonly asked: string[] = [];
  parts: ShellParts | null = null;
  readonly ports: Shell['ports'] = {
    desktop: {
      async *follow() {},
      openLogs: async () => undefined,
      startAtLogin: async () => undefined,
      stayWhenClosed: async () => undefined,
      keepAwake: async () => undefined,
      checkForUpdate: () => undefined,
      loadUpdate: () => undefined,
      installUpdate: () => undefined,
    },
    notifier: {
      show: async () => undefined,
      withdraw: async () => undefined,
      onOpened: () => undefined,
      close: async () => undefined,
    },
    resolveProxy: async () => 'DIRECT',
  };
  mount(parts: ShellParts): void {
    this.parts = parts;
    this.asked.push('mount');
  }
  attach(): void {
    this.asked.push('attach');
  }
  updating = false;
  isUpdating(): boolean {
    return this.updating;
  }
  quitting(): void {
    this.asked.push('quitting');
  }
  close(): void {
    this.asked.push('close');
  }
}
