/** Says where an identifier is that a list does not have, so that no list denies what another screen shows. */
import { foundIdWords } from '../../../src-shared/words/ids/found-id-words.ts';
import { useAppearance, useNow } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { shortTimeText } from '../../time/time-text.ts';
import { foundIdHref } from './found-id-href.ts';
import { useIdLookup } from './use-id-lookup.ts';

const MAX_SHOWN = 3;

export function FoundElsewhere({ find }: { find: string }) {
  const { ids } = useIdLookup(find);
  const zone = useAppearance((state) => state.zone);
  const now = useNow(60_000);
  if (ids.length === 0) return null;
  return (
    <ul className="quiet">
      {ids.slice(0, MAX_SHOWN).map((id) => (
        <li key={`${id.field} ${id.value}`}>
          Found elsewhere:{' '}
          <a href={foundIdHref(id)}>
            <bdi dir="ltr">{visibleText(id.value)}</bdi>
          </a>
          , <bdi dir="ltr">{foundIdWords(id, (at) => shortTimeText(at, now, zone))}</bdi>
        </li>
      ))}
    </ul>
  );
}
