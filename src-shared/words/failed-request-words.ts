/** The same in a terminal and on the page: who failed, where, and what helps. */
import { capitalized } from '../lib/capitalized.ts';
import type { AppErrorDetails } from '../api/errors.ts';
import { retryAfterWords } from './retry-after-words.ts';
import type { FindingWords } from './finding-parts.ts';

type ServiceResponseDetails = Pick<AppErrorDetails['SERVICE_FAILED'], 'said' | 'retryAfterMs'>;

/** `words` are of the finding, with the host's own additions. */
export function failedRequestWords(
  { head, detail, remedy, code }: FindingWords,
  { said = '', retryAfterMs }: ServiceResponseDetails,
  quoted: (text: string) => string,
): string {
  const what = (head ?? detail).replace(/\.$/, '');
  const help =
    retryAfterMs === undefined ? remedy : `Try again in ${retryAfterWords(retryAfterMs)}, as the service asks.`;
  return [
    `${capitalized(what)}${code === null ? '' : ` (${code})`}.`,
    ...(said === '' ? [] : [`It says: ${quoted(said)}.`]),
    ...(help === null ? [] : [help]),
  ].join(' ');
}
