/** Settings › Links: the own links of the shown profile. Changes apply immediately. */
import { Plus } from 'lucide-react';
import { parseLinks, printLinks } from '../../../../src-shared/domain/links/own-link.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { mergeImported } from '../../../components/saved/saved-items.ts';
import { SavedFileButtons, SavedItems } from '../../../components/saved/SavedItems.tsx';
import { useSavedImport } from '../../../components/saved/use-saved-import.ts';
import { useLinks, useStores, useWatch } from '../../../stores/use-stores.ts';
import { linkProblemWords } from '../../../words/link-words.ts';
import { SectionHead, SectionSheet } from '../SectionSheet.tsx';
import { LINK_LABELS, LinkLine } from './LinkLine.tsx';
import { LinkDialog } from './LinkDialog.tsx';

export function LinksSection() {
  const isWatching = useWatch(({ shown }) => shown !== null);
  if (!isWatching) return <EmptyState title="Links belong to a profile." detail="Watch one to set its links here." />;
  return (
    <SectionSheet label="Links">
      <LinksContent />
    </SectionSheet>
  );
}

function LinksContent() {
  const { links: store } = useStores();
  const state = useLinks((all) => all);
  const links = state.savedItems ?? [];
  const { imported, take } = useSavedImport({
    labels: LINK_LABELS,
    store,
    importUnavailable: null,
    read(text) {
      const read = parseLinks(text);
      return { accepted: mergeImported(links, read.links), problems: read.problems.map(linkProblemWords) };
    },
  });
  return (
    <>
      <SectionHead
        title="Links"
        intro="Your own links on events, cases, groups, requests and subscriptions: a prefilled ticket, the CMDB, a dashboard at that minute."
      >
        <SavedFileButtons labels={LINK_LABELS} listed={links} print={printLinks} take={take} />
        <Button
          variant="filled"
          icon={Plus}
          disabled={state.savedItems === null || links.length >= LINK_LABELS.maxCount}
          onClick={() => store.show({ link: null })}
        >
          Add a link
        </Button>
      </SectionHead>
      <SavedItems
        labels={LINK_LABELS}
        store={store}
        state={state.dialog === null ? state : { ...state, requestError: null }}
        imported={imported}
        empty="Add one to open a ticket or a dashboard from a row."
      >
        {links.map((link, index) => (
          <LinkLine key={link.id} link={link} links={links} index={index} />
        ))}
      </SavedItems>
      {state.dialog !== null && <LinkDialog key={state.dialog.link?.id} link={state.dialog.link} />}
    </>
  );
}
