/** Recognizes the form of a status page by its text: the content type of many pages is wrong. */
import type { PublishedIncident } from '../../../src-shared/domain/coverage/provider-incident.ts';
import type { StatusPageProblem } from '../../../src-shared/domain/coverage/provider-incident.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import type { PublishedIncidents } from '../../core/ports/service-client.ts';
import { entriesIn, incidentOf as incidentOfEntry } from './incident-feed.ts';
import { incidentOf, incidentPageSchema } from './incident-json.ts';

/** Hosted pages list 25 to 100. */
const MAX_INCIDENTS = 500;
const webPage = /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html)\b/i;

type Read = PublishedIncidents | { readonly problem: StatusPageProblem };

/** @param url address of the page, for links without a host */
export function readIncidents(text: string, url: string): Read {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return readJson(trimmed);
  if (webPage.test(trimmed)) return { problem: { kind: 'web-page' } };
  if (!trimmed.startsWith('<')) return unknownForm('It is neither JSON nor XML.');
  try {
    return listed(entriesIn(trimmed).map((entry) => incidentOfEntry(entry, url)));
  } catch (error) {
    return unknownForm(error instanceof Error ? error.message : 'It is not well-formed XML.');
  }
}

function readJson(text: string): Read {
  const value = parseJsonOrNull(text);
  if (value === null) return unknownForm('The JSON is not complete, or has a mistake.');
  const page = incidentPageSchema.safeParse(value).data;
  if (page === undefined) return unknownForm('The JSON has no list "incidents".');
  return listed([...(page.incidents ?? []), ...(page.scheduled_maintenances ?? [])].map(incidentOf));
}

/** Two entries with one id are one incident: the newest words, from the earliest start. */
function listed(read: readonly (PublishedIncident | null)[]): Read {
  const incidents = new Map<string, PublishedIncident>();
  for (const incident of read) {
    if (incident === null) continue;
    const other = incidents.get(incident.id);
    const newest = other !== undefined && other.updatedAt >= incident.updatedAt ? other : incident;
    incidents.set(incident.id, { ...newest, from: Math.min(incident.from, other?.from ?? incident.from) });
  }
  const unreadable = read.filter((incident) => incident === null).length;
  if (incidents.size === 0 && unreadable > 0) return unknownForm('No entry has a time that can be read.');
  const newest = [...incidents.values()].toSorted((one, other) => other.from - one.from).slice(0, MAX_INCIDENTS);
  return { incidents: newest, unreadable };
}

function unknownForm(detail: string): Read {
  return { problem: { kind: 'unknown-form', detail: detail.split('\n')[0]?.slice(0, 200) ?? '' } };
}
