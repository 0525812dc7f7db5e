import type { Shell, ShellParts } from '../../src-main/hosts/electron/shell/shell.ts';

export class RecordingShell implements Shell {
  readonly calls: string[] = [];
  parts: ShellParts | null = null;
  readonly ports: Shell['ports'] = {
    desktop: {
      async *subscribe() {},
      openFolder: async () => undefined,
      startAtLogin: async () => undefined,
      stayWhenClosed: async () => undefined,
      keepAwake: async () => undefined,
      checkForUpdate: () => undefined,
      loadUpdate: () => undefined,
      installUpdate: () => undefined,
    },
    notifier: {
      desk: { kind: 'available', service: null, banners: 'unknown' },
      onDeskChanged: () => undefined,
      show: async () => undefined,
      withdraw: async () => undefined,
      onOpened: () => undefined,
      close: async () => undefined,
    },
    resolveProxy: async () => 'DIRECT',
  };
  mount(parts: ShellParts): void {
    this.parts = parts;
    this.calls.push('mount');
  }
  attach(): void {
    this.calls.push('attach');
  }
  updating = false;
  isUpdating(): boolean {
    return this.updating;
  }
  markQuitting(): void {
    this.calls.push('quitting');
  }
  close(): void {
    this.calls.push('close');
  }
}
