import { ArrowDown, ArrowUp, Pencil } from 'lucide-react';
import { linkPlaceNames } from '../../../../src-shared/domain/links/link-fields.ts';
import { MAX_OWN_LINKS, type OwnLink, OWN_LINK_LIMITS } from '../../../../src-shared/domain/links/own-link.ts';
import { SavedLine } from '../../../components/saved/SavedLine.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';

export const LINK_LABELS = {
  singular: 'link',
  plural: 'links',
  maxCount: MAX_OWN_LINKS,
  maxNameLength: OWN_LINK_LIMITS.name,
};

export function LinkLine({ link, links, index }: { link: OwnLink; links: readonly OwnLink[]; index: number }) {
  const { links: store } = useStores();
  const shown = visibleText(link.name);
  const move = (by: number) => {
    const ids = links.map(({ id }) => id);
    void store.reorder(ids.with(index, ids[index + by] ?? link.id).with(index + by, link.id));
  };
  return (
    <SavedLine
      labels={LINK_LABELS}
      item={link}
      listed={links}
      store={store}
      tools={[
        { label: `Edit ${shown}`, Icon: Pencil, disabled: false, run: () => store.show({ link }) },
        { label: `Move ${shown} up`, Icon: ArrowUp, disabled: index === 0, run: () => move(-1) },
        { label: `Move ${shown} down`, Icon: ArrowDown, disabled: index === links.length - 1, run: () => move(1) },
      ]}
      description={
        <>
          {link.kind === 'copy' ? 'Copies' : 'Opens'} <Untrusted as="code" text={link.template} /> ·{' '}
          {link.places.map((place) => linkPlaceNames[place]).join(', ')}
        </>
      }
    />
  );
}
