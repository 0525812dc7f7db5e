/** Renders commands, keys and Ctrl+K over an in-memory backend, in a real browser, around content of the test. */
import '../../src-renderer/theme/styles.ts';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import { CommandsProvider } from '../../src-renderer/commands/CommandsProvider.tsx';
import { loadLaterCode, setLaterCode } from '../../src-renderer/components/later-part.tsx';
import { KeysDialog } from '../../src-renderer/frame/commands/KeysDialog.tsx';
import { Spotlight } from '../../src-renderer/frame/spotlight/Spotlight.tsx';
import { createStores } from '../../src-renderer/stores/stores.ts';
import { StoresContext } from '../../src-renderer/stores/use-stores.ts';
import { FakePageClock } from './fake-page-clock.ts';
import { PageBackend } from './page-backend.ts';
import { resetScreen } from './page-screen.ts';

export async function renderCommands(children: ReactNode, backend = new PageBackend(), hash = '#/data') {
  await resetScreen();
  setLaterCode(async () => (await import('../../src-renderer/later.ts')).provideLaterCode());
  await loadLaterCode();
  window.location.hash = hash;
  const clock = new FakePageClock();
  const stores = createStores(backend, clock, { getItem: () => null, setItem: () => undefined });
  onTestFinished(() => stores.stop());
  const screen = await render(
    <StoresContext value={stores}>
      <CommandsProvider>
        <main>{children}</main>
        <KeysDialog />
        <Spotlight />
      </CommandsProvider>
    </StoresContext>,
  );
  return { backend, clock, stores, screen };
}
