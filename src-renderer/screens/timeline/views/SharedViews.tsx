import { Copy, UserX } from 'lucide-react';
import type { SharedView } from '../../../../src-shared/api/views.ts';
import type { SavedView } from '../../../../src-shared/domain/saved-view.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { SavedRow } from '../../../components/saved/SavedLine.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useHiddenAction } from '../../../rules/use-page-rules.ts';
import { useAppearance, useStores, useTeam, useViews } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { sharedByWords, viewWords } from '../../../words/view-words.ts';
import { copyOf, sharedByOthers } from './view-edits.ts';

export function SharedViews({ views }: { views: readonly SavedView[] }) {
  const shared = useViews((state) => state.shared);
  const others = sharedByOthers(shared, views);
  if (others.length === 0) return null;
  return (
    <section aria-label="Shared by the team">
      <h3 className="meta">Shared by the team</h3>
      <ul className="grid unmarked">
        {others.map((view) => (
          <SharedViewRow key={view.id} view={view} views={views} />
        ))}
      </ul>
    </section>
  );
}

function SharedViewRow({ view, views }: { view: SharedView; views: readonly SavedView[] }) {
  const { views: store } = useStores();
  const zone = useAppearance((state) => state.zone);
  const hidden = useHiddenAction('save-views');
  const isSharerHere = useTeam(({ received }) =>
    received?.status?.members.some(({ member, goneSince }) => member === view.member && goneSince === null),
  );
  const { id, name, filter } = view;
  const shown = visibleText(name);
  const sharedBy = sharedByWords(visibleText(view.memberName), view);
  const copy = copyOf(view, views);
  const tools = [
    {
      label: `Copy ${shown} to your views`,
      Icon: Copy,
      disabled: copy === null,
      run: () => void (copy !== null && store.put([copy])),
    },
    // Only its own desk changes a view while it is here; the views of a desk that has left would stay for ever.
    ...(view.isOwn || isSharerHere !== true
      ? [
          {
            label: `Stop sharing ${shown} with the team`,
            Icon: UserX,
            disabled: false,
            run: () => void store.unshare(id),
          },
        ]
      : []),
  ];
  return (
    <SavedRow
      name={
        filter === null ? (
          <Untrusted text={name} />
        ) : (
          <a href={hrefOf('timeline', { filter })} onClick={() => store.show(null)}>
            <Untrusted text={name} />
          </a>
        )
      }
      description={
        <Untrusted
          text={filter === null ? `${sharedBy} · needs a newer Watchfloor` : `${sharedBy} · ${viewWords(filter, zone)}`}
        />
      }
      tools={hidden === null ? tools : []}
    />
  );
}
