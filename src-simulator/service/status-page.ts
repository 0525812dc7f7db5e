/**
 * The provider's public status page, which is not part of the service's document. It has the three forms of hosted
 * status pages, and an incident that lasts while the scenario makes trouble.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS, MINUTE_MS } from '../../src-shared/lib/durations.ts';

const PATH = '/status-page';
export const INCIDENTS_PATH = `${PATH}/api/v2/incidents.json`;

interface PageFacts {
  readonly scenario: string;
  /** Start of the service and present time, UTC epoch ms. */
  readonly startedAt: number;
  readonly now: number;
  readonly origin: string;
}

interface Update {
  readonly status: 'investigating' | 'identified' | 'resolved';
  readonly at: number;
  readonly body: string;
}

interface Incident {
  readonly id: string;
  readonly name: string;
  readonly impact: 'minor' | 'major' | 'critical';
  /** Oldest first. */
  readonly updates: readonly [Update, ...Update[]];
}

const troubles: Readonly<Record<string, Pick<Incident, 'name' | 'impact'>>> = {
  'troubled-shift': { name: 'Localizations fail in some countries', impact: 'major' },
  'failure-storm': { name: 'Allocation of profiles fails', impact: 'critical' },
  'partial-requests': { name: 'Some changes of subscriptions fail', impact: 'minor' },
  'flaky-network': { name: 'The notification stream is interrupted', impact: 'major' },
  'silent-stall': { name: 'The notification stream is interrupted', impact: 'major' },
};

/** Newest first. */
function incidentsOf({ scenario, startedAt, now }: PageFacts): readonly Incident[] {
  const past = startedAt - 30 * HOUR_MS;
  const slow: Incident = {
    id: 'slow-search',
    name: 'Search is slow',
    impact: 'minor',
    updates: [
      { status: 'investigating', at: past, body: 'Searches take longer than usual.' },
      { status: 'resolved', at: past + 40 * MINUTE_MS, body: 'Searches are as fast as usual again.' },
    ],
  };
  const trouble = troubles[scenario];
  if (trouble === undefined) return [slow];
  const identified = {
    status: 'identified',
    at: startedAt + 5 * MINUTE_MS,
    body: 'We found the cause & work on it.',
  } as const;
  const first = { status: 'investigating', at: startedAt - MINUTE_MS, body: 'We are investigating.' } as const;
  const updates: Incident['updates'] = now < identified.at ? [first] : [first, identified];
  return [{ id: scenario, ...trouble, updates }, slow];
}

export function addStatusPageRoutes(app: FastifyInstance, facts: () => PageFacts): void {
  const forms = [
    [INCIDENTS_PATH, 'application/json; charset=utf-8', printJson],
    [`${PATH}/history.atom`, 'application/atom+xml; charset=utf-8', printAtom],
    [`${PATH}/history.rss`, 'application/rss+xml; charset=utf-8', printRss],
  ] as const;
  for (const [path, type, print] of forms)
    app.get(path, async (request, reply) => {
      const now = facts();
      const text = print(incidentsOf(now), now.origin);
      const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
      void reply.headers({ etag, 'cache-control': 'max-age=0, must-revalidate' });
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      return reply.type(type).send(text);
    });
}

const iso = (at: number) => new Date(at).toISOString();
const newest = ({ updates }: Incident) => updates.at(-1) ?? updates[0];

function printJson(incidents: readonly Incident[], origin: string): string {
  const listed = incidents.map((incident) => {
    const { id, name, impact, updates } = incident;
    const { status, at } = newest(incident);
    return {
      id,
      name,
      status,
      impact,
      created_at: iso(updates[0].at),
      started_at: iso(updates[0].at),
      updated_at: iso(at),
      resolved_at: status === 'resolved' ? iso(at) : null,
      shortlink: linkOf(incident, origin),
      incident_updates: updates
        .toReversed()
        .map((update) => ({ status: update.status, body: update.body, created_at: iso(update.at) })),
    };
  });
  return JSON.stringify({
    page: { id: 'simulator', name: 'Connectivity service', url: origin + PATH },
    incidents: listed,
  });
}

function printAtom(incidents: readonly Incident[], origin: string): string {
  const entries = incidents.map(
    (incident) => `
  <entry>
    <id>tag:simulator,2026:${incident.id}</id>
    <published>${iso(incident.updates[0].at)}</published>
    <updated>${iso(newest(incident).at)}</updated>
    <link rel="alternate" type="text/html" href="${linkOf(incident, origin)}"/>
    <title>${escaped(incident.name)}</title>
    <content type="html">${escaped(printHtml(incident))}</content>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xml:lang="en-US" xmlns="http://www.w3.org/2005/Atom">
  <id>tag:simulator,2026:/history</id>
  <link rel="alternate" type="text/html" href="${origin}${PATH}"/>
  <title>Connectivity service: incident history</title>
  <updated>${iso(Math.max(...incidents.map((incident) => newest(incident).at)))}</updated>${entries.join('')}
</feed>
`;
}

function printRss(incidents: readonly Incident[], origin: string): string {
  const items = incidents.map(
    (incident) => `
    <item>
      <title>${escaped(incident.name)}</title>
      <description>${escaped(printHtml(incident))}</description>
      <pubDate>${new Date(incident.updates[0].at).toUTCString().replace('GMT', '+0000')}</pubDate>
      <link>${linkOf(incident, origin)}</link>
      <guid>${linkOf(incident, origin)}</guid>
    </item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0">
  <channel>
    <title>Connectivity service: incident history</title>
    <link>${origin}${PATH}</link>
    <description>Incidents</description>${items.join('')}
  </channel>
</rss>
`;
}

function linkOf({ id }: Incident, origin: string): string {
  return `${origin}${PATH}/incidents/${id}`;
}

function printHtml({ updates }: Incident): string {
  return updates
    .toReversed()
    .map(({ status, at, body }) => `<p><small>${iso(at)}</small><br><strong>${status}</strong> - ${escaped(body)}</p>`)
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
