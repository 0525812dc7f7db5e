/** The page: providers, theme, and the choice between first run and the frame. */
import { MantineProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import { CommandsProvider } from './commands/CommandsProvider.tsx';
import { RegionBoundary } from './components/RegionBoundary.tsx';
import { TipLayer } from './components/TipLayer.tsx';
import { Frame } from './frame/Frame.tsx';
import type { Stores } from './stores/stores.ts';
import { StoresContext, useAppearance } from './stores/use-stores.ts';
import { mantineTheme } from './theme/mantine-theme.ts';

export function App({ stores, nonce }: { stores: Stores; nonce: string }) {
  return (
    <StoresContext value={stores}>
      <Themed nonce={nonce} />
    </StoresContext>
  );
}

function Themed({ nonce }: { nonce: string }) {
  const theme = useAppearance((state) => state.theme);
  const density = useAppearance((state) => state.density);
  const systemIsLight = useMediaQuery('(prefers-color-scheme: light)', false, { getInitialValueInEffect: false });
  const systemWantsContrast = useMediaQuery('(prefers-contrast: more)', false, { getInitialValueInEffect: false });
  const highContrast = theme === 'contrast' || (theme === 'system' && systemWantsContrast);
  const light = !highContrast && (theme === 'light' || (theme === 'system' && systemIsLight));

  useEffect(() => {
    document.documentElement.dataset['contrast'] = highContrast ? 'high' : 'usual';
    document.documentElement.dataset['density'] = density;
  }, [highContrast, density]);

  return (
    // Its variables and static classes would be written as HTML, which Trusted Types forbids: `theme/tokens.css` and
    // Mantine's own style sheet have them.
    <MantineProvider
      theme={mantineTheme}
      forceColorScheme={light ? 'light' : 'dark'}
      getStyleNonce={() => nonce}
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateInlineStyles
    >
      <CommandsProvider>
        <RegionBoundary>
          <TipLayer>
            <Frame />
          </TipLayer>
        </RegionBoundary>
      </CommandsProvider>
    </MantineProvider>
  );
}
