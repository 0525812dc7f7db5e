/** Pinned views with their counts, then those that others of the team share. Ctrl+K has all. */
import { Bookmark, Plus, Users } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { numberText } from '../../../src-shared/words/store-words.ts';
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import { timelineAddress, type ScreenName } from '../../address/screen-addresses.ts';
import { goTo, hrefOf, useAddressPart } from '../../address/use-address.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { Tooltip } from '../../components/overlay/Tooltip.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { movedIds, sharedByOthers, singleOutcomeOf, viewOf } from '../../screens/timeline/views/view-edits.ts';
import { useIsHidden } from '../../rules/use-page-rules.ts';
import { useAppearance, useAsOf, useStores, useViews, useWatch } from '../../stores/use-stores.ts';
import { MAX_PINNED_VIEWS, pinnedViews } from '../../stores/timeline/view-counts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { sharedByWords } from '../../words/view-words.ts';
import { clockText, zoneText } from '../../time/time-text.ts';
import styles from './RailViews.module.css';

export function RailViews({ screen, collapsed }: { screen: ScreenName | null; collapsed: boolean }) {
  const { views: store } = useStores();
  const views = useViews((state) => state.savedItems) ?? [];
  const shared = useViews((state) => state.shared);
  const others = sharedByOthers(shared, views).flatMap((view) =>
    view.filter === null
      ? []
      : [{ ...view, filter: view.filter, sharedBy: sharedByWords(visibleText(view.memberName), view) }],
  );
  const filter = useAddressPart(timelineAddress, 'filter');
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const current = screen === 'timeline' && filter.terms.length > 0 ? viewOf(views, filter) : null;
  const isHidden = useIsHidden('save-views');
  const canSave = screen === 'timeline' && !isLost && !isHidden;
  const manage = () => store.show({ kind: 'manage' });
  useCommands([
    {
      id: 'views.manage',
      title: 'Manage the saved views',
      group: 'Filter',
      icon: Bookmark,
      run: manage,
    },
    ...views.map((view) => ({
      id: `views.show.${view.id}`,
      title: `Saved view ${visibleText(view.name)}`,
      group: 'Go to' as const,
      icon: Bookmark,
      run: () => goTo(hrefOf('timeline', { filter: view.filter })),
    })),
    ...others.map((view) => ({
      id: `views.shared.${view.id}`,
      title: `View ${visibleText(view.name)}, ${view.sharedBy}`,
      group: 'Go to' as const,
      icon: Users,
      run: () => goTo(hrefOf('timeline', { filter: view.filter })),
    })),
  ]);
  if (collapsed) return null;
  return (
    <section className={styles['views']} aria-label="Saved views">
      <h2 className={styles['head']}>
        <Tooltip label="All saved views" side="right">
          <button type="button" className="small strong brightens" onClick={manage}>
            Saved views
          </button>
        </Tooltip>
        {canSave && (
          <Tooltip label="Save the filter as a view" command="views.save" side="right">
            <button
              type="button"
              className="icon-button"
              aria-label="Save the filter as a view"
              onClick={() => store.show({ kind: 'save', filter })}
            >
              <Plus size={14} aria-hidden="true" />
            </button>
          </Tooltip>
        )}
      </h2>
      <ul className="unmarked">
        {pinnedViews(views).map((view) => (
          <li key={view.id}>
            <PinnedView view={view} views={views} isCurrent={view.id === current?.id} />
          </li>
        ))}
        {others.slice(0, MAX_PINNED_VIEWS).map((view) => (
          <li key={view.id}>
            <Tooltip label={() => `${visibleText(view.name)}, ${view.sharedBy}`} side="right">
              <a className={styles['view']} href={hrefOf('timeline', { filter: view.filter })}>
                <span className="fill clips">
                  <Untrusted text={view.name} truncate="end" />
                </span>
                <Users className="fixed" size={12} aria-hidden="true" />
                <span className="visually-hidden">{`, ${view.sharedBy}`}</span>
              </a>
            </Tooltip>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PinnedView({ view, views, isCurrent }: { view: SavedView; views: readonly SavedView[]; isCurrent: boolean }) {
  const { views: store } = useStores();
  const count = useViews((state) => state.counts.get(view.id)?.count ?? null);
  const asOf = useAsOf();
  const zone = useAppearance((state) => state.zone);
  const age = asOf === null || count === null ? '' : `, as of ${clockText(asOf, zone)} ${zoneText(asOf, zone)}`;
  const outcome = singleOutcomeOf(view.filter);
  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || by === 0) return;
    event.preventDefault();
    const ids = movedIds(views, view.id, by, ({ pinned }) => pinned);
    if (ids !== null) void store.reorder(ids);
  }
  return (
    <Tooltip label={() => `${visibleText(view.name)}${age}`} side="right">
      <a
        className={styles['view']}
        href={hrefOf('timeline', { filter: view.filter })}
        aria-current={isCurrent ? 'true' : undefined}
        onKeyDown={onKeyDown}
      >
        <span className="fill clips">
          <Untrusted text={view.name} truncate="end" />
        </span>
        {count !== null && (
          <span
            className={styles['count']}
            data-outcome={count === 0 ? undefined : (outcome ?? undefined)}
            data-stale={asOf !== null}
          >
            {numberText(count)}
            <span className="visually-hidden">{` events${age}`}</span>
          </span>
        )}
      </a>
    </Tooltip>
  );
}
