/**
 * A search as a line for a POSIX shell: whoever pastes it asks what we asked. The access token is a variable of theirs,
 * never a part of the line.
 */
import { SEARCH_PATH, withAfter } from './search-body.ts';

/** `after`: token of the page. The body must be one that `readSearchBody` takes. */
export function curlOf({ baseUrl, body, after }: { baseUrl: string; body: string; after?: string }): string {
  const sent = after === undefined ? body : withAfter(body, after);
  return [
    `curl --request POST ${quoted(`${baseUrl}${SEARCH_PATH}`)}`,
    `--header ${quoted('Content-Type: application/json')}`,
    `--header ${quoted('Accept: application/json')}`,
    '--header "Authorization: Bearer $TOKEN"',
    `--data-raw ${quoted(sent)}`,
  ].join(' \\\n  ');
}

/** Nothing means anything within single quotation marks but the closing one. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
