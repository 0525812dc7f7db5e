import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { appRouter } from '../../../../src-main/core/api/router.ts';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import type { Desktop } from '../../../../src-main/core/ports/desktop.ts';
import { DesktopPreferenceStore } from '../../../../src-main/hosts/electron/shell/desktop-preferences.ts';
import { createElectronDesktop } from '../../../../src-main/hosts/electron/shell/electron-desktop.ts';
import type { DesktopState } from '../../../../src-shared/api/desktop.ts';
import { hostDescription } from '../../../doubles/host-description.ts';
import { memoryBackend } from '../../../doubles/memory-backend.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

let dataDir: string;
beforeEach(() => void (dataDir = temporaryDirectory()));

function desktopHere({ folder = dataDir, refused = '' } = {}): Desktop {
  let startsAtLogin = false;
  return createElectronDesktop({
    about: hostDescription.about,
    location: () => 'tray',
    choices: new DesktopPreferenceStore(folder),
    login: { read: () => startsAtLogin, set: async (on) => void (startsAtLogin = on) },
    updates: {
      state: { kind: 'off' },
      check: () => undefined,
      download: () => undefined,
      install: () => undefined,
    },
    openPath: async () => refused,
    changes: new ChangeSignal(),
  });
}
const caller = (desktop: Desktop | null) =>
  appRouter.createCaller({
    backend: { ...memoryBackend().backend, desktop },
    connection: { feeds: 0 },
  }).desktop;

test('[PAGE-38] refuses every desktop procedure on a host without a desktop', async () => {
  const api = caller(null);
  const calls = [
    api.openFolder({ folder: 'data' }),
    api.startAtLogin({ on: true }),
    api.stayWhenClosed({ on: true }),
    api.installUpdate(),
  ];
  const refusals = await Promise.all(calls.map((call) => call.catch((error: Error) => error.cause)));
  expect(refusals).toEqual(
    calls.map(() => expect.objectContaining({ data: { code: 'UNSUPPORTED', facts: { what: 'desktop' } } })),
  );
});

test('publishes a changed preference to all subscribers and keeps it after a restart', async () => {
  const ends = new AbortController();
  const desktop = desktopHere();
  const api = caller(desktop);
  const seen: Pick<DesktopState, 'startsAtLogin' | 'staysWhenClosed'>[] = [];
  for await (const { state } of desktop.subscribe(ends.signal)) {
    const { startsAtLogin, staysWhenClosed } = state;
    seen.push({ startsAtLogin, staysWhenClosed });
    if (seen.length === 1) await api.startAtLogin({ on: true });
    if (seen.length === 2) await api.stayWhenClosed({ on: false });
    if (seen.length === 3) ends.abort();
  }
  expect(seen).toEqual([
    { startsAtLogin: false, staysWhenClosed: true },
    { startsAtLogin: true, staysWhenClosed: true },
    { startsAtLogin: true, staysWhenClosed: false },
  ]);
  expect(new DesktopPreferenceStore(dataDir).current.staysWhenClosed).toBe(false);
});

test('reports a refusal in the words of the system', async () => {
  const refusal = await caller(desktopHere({ refused: 'no file manager' }))
    .openFolder({ folder: 'logs' })
    .catch((error: Error) => error.cause);
  expect(refusal).toMatchObject({
    data: { code: 'DESKTOP_FAILED', facts: { what: 'folder', detail: 'no file manager' } },
  });
});

test('keeps a preference that cannot be stored until the end, and reports that it was not stored', async () => {
  const folder = join(dataDir, 'file');
  await writeFile(folder, '');
  const api = caller(desktopHere({ folder }));
  await expect(api.stayWhenClosed({ on: false })).rejects.toMatchObject({ cause: { code: 'STORE_UNWRITABLE' } });
});
