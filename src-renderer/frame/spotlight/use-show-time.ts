import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { goTo, hrefOf } from '../../address/use-address.ts';
import { asError } from '../../backend/backend-error.ts';
import { firstOlderEvent } from '../../screens/timeline/first-older-event.ts';
import { useAppearance, useStores } from '../../stores/use-stores.ts';
import { typedTimeText } from '../../time/wall-time.ts';
import { failureWords } from '../../words/error-words.ts';
import { useCommandRegistry } from '../../commands/use-commands.ts';

export function useShowTime(): (at: number) => void {
  const stores = useStores();
  const registry = useCommandRegistry();
  const zone = useAppearance((state) => state.zone);
  return (at) => {
    const watch = stores.watch.getState().shown?.watch;
    if (watch === undefined) return;
    const filter: Filter = { terms: [{ kind: 'until', time: { kind: 'at', at } }] };
    const isOver = () => stores.watch.getState().shown?.watch !== watch;
    const when = typedTimeText(at, stores.now(), zone);
    async function show(of: WatchId): Promise<void> {
      const found = await firstOlderEvent(stores.backend, { watch: of, filter, below: null, isOver });
      if (found === undefined) return;
      registry.setState({ refusal: found === null ? `No event at or before ${when} is stored.` : null });
      if (found !== null) goTo(hrefOf('timeline', { around: found.seq }));
    }
    show(watch).catch((error: unknown) =>
      registry.setState({ refusal: `${when} cannot be searched. ${failureWords(asError(error))}` }),
    );
  };
}
