import { exactTerm } from '../../../src-shared/domain/cases/case-search-terms.ts';
import { flushSync } from 'react-dom';
import { goTo, hrefOf } from '../../address/use-address.ts';
import { useStores } from '../../stores/use-stores.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { foundIdHref } from '../../components/ids/found-id-href.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { Overlay } from '../../components/overlay/Overlay.tsx';
import type { SpotlightEntry } from './spotlight-entries.ts';
import { SpotlightSearch } from './SpotlightSearch.tsx';
import { useShowTime } from './use-show-time.ts';

export function SpotlightView({ label, close }: { label: string; close: () => void }) {
  const { watch } = useStores();
  const showTime = useShowTime();

  function choose(entry: SpotlightEntry): void {
    // An unavailable command stays in the list with its reason.
    if (entry.kind === 'command' && entry.command.unavailable != null) return;
    // Closes first: the action may open something or move the focus. Closing returns the focus in a microtask.
    flushSync(close);
    queueMicrotask(() => act(entry));
  }
  function act(entry: SpotlightEntry): void {
    switch (entry.kind) {
      case 'id':
        return goTo(foundIdHref(entry.id));
      case 'recent':
        return goTo(hrefOf('subject', { id: entry.value }));
      case 'subscription':
        return goTo(hrefOf('subject', { id: entry.stored.value }));
      case 'rows':
        return goTo(hrefOf('subscriptions', { find: entry.text }));
      case 'name':
        return goTo(hrefOf('requests', { find: exactTerm(entry.answer.field, entry.answer.value) }));
      case 'text':
      case 'filter':
        return showTimeline(entry.filter);
      case 'time':
        return entry.screen === 'coverage' ? goTo(hrefOf('coverage', { at: entry.at })) : showTime(entry.at);
      case 'watch':
        return watch.show(entry.watch.watch);
      case 'command':
        return entry.command.run();
      default:
        return assertNever(entry);
    }
  }

  return (
    <Overlay label={label} close={close}>
      <SpotlightSearch choose={choose} />
    </Overlay>
  );
}

function showTimeline(filter: Filter): void {
  goTo(hrefOf('timeline', { filter }));
}
