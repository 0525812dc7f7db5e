/** Renders one part of the page with its surroundings: theme, stores over an in-memory backend, commands, tooltips. */
import '../../src-renderer/theme/styles.ts';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Command } from '../../src-renderer/commands/command.ts';
import { CommandsProvider } from '../../src-renderer/commands/CommandsProvider.tsx';
import { useCommands } from '../../src-renderer/commands/use-commands.ts';
import { TooltipLayer } from '../../src-renderer/components/overlay/TooltipLayer.tsx';
import { createStores } from '../../src-renderer/stores/stores.ts';
import { StoresContext } from '../../src-renderer/stores/use-stores.ts';
import { FakePageClock } from './fake-page-clock.ts';
import { PageBackend } from './page-backend.ts';
import { resetScreen } from './page-screen.ts';
import { watchSnapshot } from './page-watch.ts';

export async function renderComponent(part: ReactNode, commands: readonly Command[] = []) {
  await resetScreen();
  const backend = new PageBackend();
  const clock = new FakePageClock();
  const stores = createStores(backend, clock, { getItem: () => null, setItem: () => undefined });
  onTestFinished(() => stores.stop());
  const around = (content: ReactNode) => (
    <StoresContext value={stores}>
      <CommandsProvider>
        <Commands commands={commands} />
        <TooltipLayer>{content}</TooltipLayer>
      </CommandsProvider>
    </StoresContext>
  );
  const screen = await render(around(part));
  backend.emitWire('open');
  backend.emit(watchSnapshot());
  return { backend, clock, stores, rerender: (content: ReactNode) => screen.rerender(around(content)) };
}

function Commands({ commands }: { commands: readonly Command[] }) {
  useCommands(commands);
  return null;
}
