/** For a POSIX shell. The access token is a shell variable, never part of the line. */
import { SEARCH_PATH, withPageToken } from './search-body.ts';

/** `after`: token of the page. `parseSearchBody` must accept the body. */
export function searchCurl({ baseUrl, body, after }: { baseUrl: string; body: string; after?: string }): string {
  const sent = after === undefined ? body : withPageToken(body, after);
  return requestCurl({ method: 'POST', url: `${baseUrl}${SEARCH_PATH}`, body: sent });
}

export function requestCurl({ method, url, body }: { method: string; url: string; body: string | null }): string {
  return [
    `curl --request ${method} ${quoted(url)}`,
    ...(body === null ? [] : [`--header ${quoted('Content-Type: application/json')}`]),
    `--header ${quoted('Accept: application/json')}`,
    '--header "Authorization: Bearer $TOKEN"',
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ');
}

/** Within single quotation marks, only the closing one has a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
