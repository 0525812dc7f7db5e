import { asError } from '../../backend/backend-error.ts';
import type { Signal } from '../../signal.ts';
import { type ThemeChoice, themes } from '../../stores/appearance-store.ts';
import { useAppearance, useSignal, useStores } from '../../stores/use-stores.ts';
import { failureWords } from '../../words/error-words.ts';
import type { NewCommand } from '../../commands/command.ts';
import { ProfileCommands } from './ProfileCommands.tsx';
import { useCommandRegistry, useCommands } from '../../commands/use-commands.ts';

const themeTitles: Record<ThemeChoice, string> = {
  system: "Use the system's colours",
  dark: 'Use dark colours',
  light: 'Use light colours',
  contrast: 'Use high contrast',
};

export function PageCommands() {
  const { appearance, watch } = useStores();
  const { theme, density, zone, railCollapsed } = useAppearance((state) => state);
  const registry = useCommandRegistry();
  const unavailable = noRetry(useSignal());
  const view = (id: string, title: string, change: Parameters<typeof appearance.change>[0]): NewCommand => ({
    id: `view.${id}`,
    title,
    group: 'View',
    run: () => appearance.change(change),
  });
  useCommands([
    {
      id: 'watch.retry',
      title: 'Try now',
      group: 'Watch',
      synonyms: ['reconnect', 'connect again', 'retry'],
      unavailable,
      run: () =>
        void watch.retryNow().catch((error: unknown) => registry.setState({ refusal: failureWords(asError(error)) })),
    },
    zone === 'utc'
      ? view('zone', "Show times in this computer's zone", { zone: 'local' })
      : view('zone', 'Show times in UTC', { zone: 'utc' }),
    density === 'compact'
      ? view('density', 'Use comfortable rows', { density: 'comfortable' })
      : view('density', 'Use compact rows', { density: 'compact' }),
    view('rail', railCollapsed ? 'Widen the rail' : 'Narrow the rail', { railCollapsed: !railCollapsed }),
    ...themes
      .filter((choice) => choice !== theme)
      .map((choice) => ({
        ...view(`theme-${choice}`, themeTitles[choice], { theme: choice }),
        synonyms: ['theme', 'colors', 'mode'],
      })),
  ]);
  return <ProfileCommands />;
}

function noRetry(signal: Signal): string | null {
  if ('cause' in signal) return null;
  if (signal.kind === 'watching') return 'The stream is open.';
  return signal.kind === 'wire-lost' ? 'Watchfloor does not answer.' : 'Nothing is being watched.';
}
