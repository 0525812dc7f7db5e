import { useLayoutEffect } from 'react';
import { CommandsProvider } from './commands/CommandsProvider.tsx';
import { ErrorBoundary } from './components/ErrorBoundary.tsx';
import { TooltipLayer } from './components/overlay/TooltipLayer.tsx';
import { Frame } from './frame/Frame.tsx';
import { PersonDialog } from './frame/PersonDialog.tsx';
import type { Stores } from './stores/stores.ts';
import { StoresContext, useAppearance } from './stores/use-stores.ts';
import { useMediaQuery } from './theme/use-media-query.ts';
import { useTokens } from './theme/use-tokens.ts';

export function App({ stores }: { stores: Stores }) {
  return (
    <StoresContext value={stores}>
      <Themed />
    </StoresContext>
  );
}

function Themed() {
  const theme = useAppearance((state) => state.theme);
  const density = useAppearance((state) => state.density);
  const singleKeys = useAppearance((state) => state.singleKeys);
  const { spacing } = useTokens();
  const systemIsLight = useMediaQuery('(prefers-color-scheme: light)');
  const systemPrefersContrast = useMediaQuery('(prefers-contrast: more)');
  const highContrast = theme === 'contrast' || (theme === 'system' && systemPrefersContrast);
  const light = theme === 'light' || (theme === 'system' && systemIsLight);

  // Runs before the first paint because the token style sheets select on these attributes.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['colorScheme'] = light ? 'light' : 'dark';
    dataset['contrast'] = highContrast ? 'high' : 'usual';
    dataset['density'] = density;
  }, [light, highContrast, density]);

  useLayoutEffect(() => document.documentElement.style.setProperty('--spacing', String(spacing)), [spacing]);

  return (
    <CommandsProvider singleKeys={singleKeys}>
      <ErrorBoundary>
        <TooltipLayer>
          <Frame />
          <PersonDialog />
        </TooltipLayer>
      </ErrorBoundary>
    </CommandsProvider>
  );
}
