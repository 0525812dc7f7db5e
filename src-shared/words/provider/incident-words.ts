/** Titles and words of incidents are the provider's own; the caller quotes them and shows them as plain text. */
import type { ProviderIncident, StatusPageProblem, StatusPageReport } from '../../domain/coverage/provider-incident.ts';
import { knownUntil } from '../../domain/coverage/incident-span.ts';
import { assertNever } from '../../lib/assert-never.ts';
import { timeWords } from '../watched-at-words.ts';

export const STATUS_PAGE_TITLE = "What the provider's status page says";
export const PROVIDER_WORDS = "The provider's own words, not measured by Watchfloor";

/** `12:05:00 – 12:40:00 UTC`, `since 12:05:00 UTC, going on at 12:52:00 UTC`, `12:05:00 UTC, end not known`. */
function incidentTimeWords(incident: ProviderIncident, page: StatusPageReport, now: number, zone: string): string {
  const { from, end } = incident;
  const words = timeWords(now, zone);
  if (from > now) return `planned for ${words.time(from)}`;
  switch (end.kind) {
    case 'ended':
      return words.span({ from, to: Math.max(from, end.at) });
    case 'ongoing':
      return `since ${words.time(from)}, going on at ${words.time(knownUntil(incident, page))}, later not known`;
    case 'not-known':
      return `${words.time(from)}, end not known`;
    default:
      return assertNever(end);
  }
}

/** Parts of the sentence about an incident. Title and words are quotes; the words may be empty. */
interface IncidentWords {
  readonly title: string;
  readonly words: string;
  readonly when: string;
  /** State in quotes, and the age of the newest words. */
  readonly remark: string;
}

/** `known`: how far the page is known, in Watchfloor's words, which may quote its address. */
export function statusPageWords(
  page: StatusPageReport,
  now: number,
  zone: string,
): { readonly incidents: readonly IncidentWords[]; readonly known: string } {
  return {
    incidents: page.incidents.map((incident) => ({
      title: `“${incident.title}”`,
      words: incident.words === null ? '' : `“${incident.words}”`,
      when: incidentTimeWords(incident, page, now, zone),
      remark: `${incident.state === null ? '' : `“${incident.state}”, `}${spanText(now - incident.updatedAt)} old`,
    })),
    known: pageStateWords(page, page.incidents.length, now, zone),
  };
}

/** `“API errors”, since 12:05:00 UTC, going on at …. “We found the cause.” (“identified, major”, 12 min old)`. */
export function incidentLine({ title, words, when, remark }: IncidentWords): string {
  return [`${title}, ${when}.`, words, `(${remark})`].filter(Boolean).join(' ');
}

/** Says how old the knowledge is. `listed`: number of incidents that are shown with it. */
function pageStateWords(page: StatusPageReport, listed: number, now: number, zone: string): string {
  const { answeredAt, failure, unreadable } = page;
  const words = timeWords(now, zone);
  const none = listed === 0 ? 'It lists no incident of this time. ' : '';
  const cut = unreadable === 0 ? '' : ` ${unreadable} of its entries cannot be read.`;
  if (failure === null)
    return answeredAt === null
      ? 'Not known: the page was not read yet.'
      : `${none}Read ${spanText(now - answeredAt)} ago.${cut}`;
  const why = statusPageProblemWords(failure.problem);
  if (answeredAt === null) return `Not known: the page has not answered since ${words.time(failure.since)}. ${why}`;
  return `Not known since ${words.time(answeredAt)}: the page does not answer. ${why} ${listed === 0 ? 'Until then it listed no incident of this time.' : 'What it listed before stays.'}`;
}

function statusPageProblemWords(problem: StatusPageProblem): string {
  switch (problem.kind) {
    case 'no-answer':
      return problem.detail;
    case 'refused':
      return `It answered HTTP ${problem.status}.${problem.status < 500 && problem.status !== 429 ? ' Check the address.' : ''}`;
    case 'redirected':
      return problem.to === null
        ? 'It redirects. Enter the address to which it leads.'
        : `It redirects. Enter this address instead: ${problem.to}`;
    case 'too-large':
      return 'Its answer has more than 2 MiB. Enter the address of a shorter feed.';
    case 'web-page':
      return 'It is a web page for people. Enter the address of its feed, often …/history.atom, …/history.rss or …/api/v2/incidents.json.';
    case 'unknown-form':
      return `It is no Atom or RSS feed, and no JSON with a list "incidents". ${problem.detail} Enter the address of such a feed.`;
    default:
      return assertNever(problem);
  }
}

function spanText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 1) return 'less than 1 min';
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} days`;
}
