/**
 * A search as a line for a POSIX shell: whoever pastes it asks what we asked. The access token is a variable of theirs,
 * never a part of the line.
 */
import { SEARCH_PATH, withPageToken } from './search-body.ts';

/** `after`: token of the page. The body must be one that `parseSearchBody` takes. */
export function searchCurl({ baseUrl, body, after }: { baseUrl: string; body: string; after?: string }): string {
  const sent = after === undefined ? body : withPageToken(body, after);
  return requestCurl({ method: 'POST', url: `${baseUrl}${SEARCH_PATH}`, body: sent });
}

/** Any request, as it was sent. */
export function requestCurl({ method, url, body }: { method: string; url: string; body: string | null }): string {
  return [
    `curl --request ${method} ${quoted(url)}`,
    ...(body === null ? [] : [`--header ${quoted('Content-Type: application/json')}`]),
    `--header ${quoted('Accept: application/json')}`,
    '--header "Authorization: Bearer $TOKEN"',
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ');
}

/** Nothing means anything within single quotation marks but the closing one. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
