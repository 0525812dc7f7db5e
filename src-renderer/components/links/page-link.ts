import { type ExpandedLink, expandLink, type LinkRow } from '../../../src-shared/domain/links/expand-link.ts';
import type { OwnLink } from '../../../src-shared/domain/links/own-link.ts';

/** Refuses the page's own host: browsers send its session cookie to all its ports, also to another program's. */
export function pageLink(link: OwnLink, row: LinkRow): ExpandedLink {
  const expanded = expandLink(link, row);
  const isSameHost = expanded.kind === 'address' && new URL(expanded.address).hostname === window.location.hostname;
  return isSameHost ? { kind: 'unavailable', why: 'same-host' } : expanded;
}
