import type { ExpandedLink, LinkRow } from '../../../src-shared/domain/links/expand-link.ts';
import type { OwnLink } from '../../../src-shared/domain/links/own-link.ts';
import { useLinks, useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { unavailableWords } from '../../words/link-words.ts';
import { pageLink } from './page-link.ts';

export interface RowLink {
  readonly id: string;
  readonly name: string;
  readonly expanded: ExpandedLink;
  readonly unavailable: string | null;
}

export function useOwnLinks(row: LinkRow | null): readonly RowLink[] {
  const links = useLinks((state) => state.savedItems);
  return row === null ? [] : (links ?? []).filter(({ places }) => places.includes(row.place)).map(rowLink(row));
}

export function useProfileName(): string {
  return useWatch(({ shown }) => shown?.profile.name ?? '');
}

const rowLink =
  (row: LinkRow) =>
  (link: OwnLink): RowLink => {
    const expanded = pageLink(link, row);
    return {
      id: link.id,
      name: visibleText(link.name),
      expanded,
      unavailable: expanded.kind === 'unavailable' ? unavailableWords(expanded) : null,
    };
  };

export function followLink({ expanded }: Pick<RowLink, 'expanded'>): void {
  if (expanded.kind === 'address') window.open(expanded.address, '_blank', 'noopener,noreferrer');
  else if (expanded.kind === 'copy') navigator.clipboard.writeText(expanded.text).catch(() => undefined);
}
