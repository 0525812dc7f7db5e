/**
 * Decides what the page reads of a response. A ping is a GET of any path, so a page that was taken over could read a
 * secret of another service of this computer in the response. The command line shows everything.
 */
import { isLoopback } from '../../../src-shared/domain/outlets/outlet-address.ts';
import { isPlainGet, type Outlet } from '../../../src-shared/domain/outlets/outlet.ts';

export function isHiddenFromPage(outlet: Pick<Outlet, 'kind' | 'template' | 'url'>): boolean {
  return isPlainGet(outlet) && isLoopback(outlet.url);
}

/** Replaces what follows the status of "HTTP 503: no such room". Texts of Watchfloor stay. */
export function withoutReceiverWords(text: string): string {
  return text.replace(/^(HTTP \d+[^:]*): .*$/s, `$1. ${HIDDEN_WORDS}`);
}

const HIDDEN_WORDS =
  'The page does not show the text that a service of this computer answers: watchfloor outlets list does.';
