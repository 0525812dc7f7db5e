import { type ExpandedLink, expandLink, type LinkRow } from '../../../src-shared/domain/links/expand-link.ts';
import type { OwnLink } from '../../../src-shared/domain/links/own-link.ts';

/**
 * Fills the link for use on this page. Refuses the host of the page itself: a browser sends the session cookie of a host
 * to all its ports, so another program on 127.0.0.1 would receive it. The desktop app has no such host and no cookie.
 */
export function pageLink(link: OwnLink, row: LinkRow): ExpandedLink {
  const expanded = expandLink(link, row);
  const isSameHost = expanded.kind === 'address' && new URL(expanded.address).hostname === window.location.hostname;
  return isSameHost ? { kind: 'unavailable', why: 'same-host' } : expanded;
}
