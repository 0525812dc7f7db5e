import { ArrowDown, ArrowUp, Bell, BellOff, Pin, PinOff, Users, UserX } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { DEFAULT_NOTIFY_SETTINGS } from '../../../../src-shared/domain/cases/alarm.ts';
import type { SavedView } from '../../../../src-shared/domain/saved-view.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { SavedLine } from '../../../components/saved/SavedLine.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useAppearance, useStores, useTeam, useViews } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { sharedByWords, viewWords } from '../../../words/view-words.ts';
import { movedIds, pinUnavailable, VIEW_LABELS } from './view-edits.ts';

export function ViewLine({ view, views, index }: { view: SavedView; views: readonly SavedView[]; index: number }) {
  const { views: store } = useStores();
  const zone = useAppearance((state) => state.zone);
  const shown = visibleText(view.name);
  const pinProblem = view.pinned ? null : pinUnavailable(views, view);

  function move(by: 1 | -1): void {
    const ids = movedIds(views, view.id, by);
    if (ids !== null) void store.reorder(ids);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || by === 0) return;
    event.preventDefault();
    move(by);
  }
  const isInTeam = useTeam(({ received }) => received?.status != null);
  const shared = useViews((state) => state.shared.find(({ id, isOwn }) => isOwn && id === view.id));
  const isAlarming = view.notify?.on === true;
  const tools = [
    {
      label: isAlarming ? `Remove the alarm for ${shown}` : `Create an alarm for ${shown}`,
      Icon: isAlarming ? Bell : BellOff,
      disabled: false,
      run: () =>
        void store.put([{ ...view, notify: { ...(view.notify ?? DEFAULT_NOTIFY_SETTINGS), on: !isAlarming } }]),
    },
    {
      label: pinProblem ?? (view.pinned ? `Remove ${shown} from the rail` : `Show ${shown} in the rail`),
      Icon: view.pinned ? Pin : PinOff,
      disabled: pinProblem !== null,
      run: () => void store.put([{ ...view, pinned: !view.pinned }]),
    },
    ...(isInTeam
      ? [
          {
            label: shared === undefined ? `Share ${shown} with the team` : `Stop sharing ${shown} with the team`,
            Icon: shared === undefined ? Users : UserX,
            disabled: false,
            run: () => void (shared === undefined ? store.share(view.id) : store.unshare(view.id)),
          },
        ]
      : []),
    { label: `Move ${shown} up (Alt+↑)`, Icon: ArrowUp, disabled: index === 0, run: () => move(-1) },
    { label: `Move ${shown} down (Alt+↓)`, Icon: ArrowDown, disabled: index === views.length - 1, run: () => move(1) },
  ];
  return (
    <SavedLine
      labels={VIEW_LABELS}
      item={view}
      listed={views}
      store={store}
      tools={tools}
      onKeyDown={onKeyDown}
      description={
        <a href={hrefOf('timeline', { filter: view.filter })} onClick={() => store.show(null)}>
          {shared !== undefined && `${sharedByWords('', shared)} · `}
          <Untrusted text={viewWords(view.filter, zone)} />
        </a>
      }
    />
  );
}
