/** Reads the JSON of hosted status pages: `/api/v2/incidents.json`, `/scheduled-maintenances.json` and `/summary.json`. */
import * as z from 'zod';
import type { PublishedIncident } from '../../../src-shared/domain/coverage/provider-incident.ts';
import { feedTime } from './feed-time.ts';
import { titleText, wordsText } from './plain-words.ts';

const text = z.string().nullish().catch(null);
const time = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' ? feedTime(value) : null));
const updateSchema = z.object({ status: text, body: text, created_at: time, display_at: time });
const incidentSchema = z.object({
  id: z.union([z.string(), z.number()]).transform(String).nullish().catch(null),
  name: text,
  status: text,
  impact: text,
  created_at: time,
  started_at: time,
  scheduled_for: time,
  updated_at: time,
  resolved_at: time,
  shortlink: text,
  incident_updates: z.array(updateSchema).nullish().catch(null),
});
export const incidentPageSchema = z
  .object({
    incidents: z.array(z.unknown()).optional(),
    scheduled_maintenances: z.array(z.unknown()).optional(),
  })
  .refine(({ incidents, scheduled_maintenances: planned }) => incidents !== undefined || planned !== undefined);

/** States in which an incident is over. */
const ENDED = new Set(['resolved', 'completed', 'postmortem']);

/** Returns null if the entry names no time. */
export function incidentOf(entry: unknown): PublishedIncident | null {
  const parsed = incidentSchema.safeParse(entry).data;
  const from = parsed?.started_at ?? parsed?.scheduled_for ?? parsed?.created_at ?? null;
  if (parsed === undefined || from === null) return null;
  const updates = (parsed.incident_updates ?? []).map(({ status, body, ...at }) => ({
    status,
    body,
    at: at.display_at ?? at.created_at ?? 0,
  }));
  const newest = updates.toSorted((one, other) => other.at - one.at)[0];
  const status = parsed.status ?? newest?.status ?? null;
  const state = [status, parsed.impact].filter((part) => part != null && part !== '' && part !== 'none');
  return {
    id: parsed.id ?? parsed.shortlink ?? `${from} ${parsed.name ?? ''}`,
    title: titleText(parsed.name ?? ''),
    from,
    end: endOf(status, parsed.resolved_at, updates),
    updatedAt: Math.max(from, parsed.updated_at ?? 0, newest?.at ?? 0),
    state: state.length === 0 ? null : wordsText(state.join(', ').replaceAll('_', ' ')),
    words: wordsText(newest?.body ?? ''),
    link: parsed.shortlink != null && /^https?:\/\//i.test(parsed.shortlink) ? parsed.shortlink : null,
  };
}

function endOf(
  status: string | null,
  resolvedAt: number | null,
  updates: readonly { readonly status?: string | null | undefined; readonly at: number }[],
): PublishedIncident['end'] {
  if (resolvedAt !== null) return { kind: 'ended', at: resolvedAt };
  if (status === null) return { kind: 'not-known' };
  if (!ENDED.has(status)) return { kind: 'ongoing' };
  const ends = updates.filter((update) => update.status != null && ENDED.has(update.status) && update.at > 0);
  return ends.length === 0 ? { kind: 'not-known' } : { kind: 'ended', at: Math.min(...ends.map(({ at }) => at)) };
}
