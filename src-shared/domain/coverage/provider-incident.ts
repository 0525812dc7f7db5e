/** Incidents on the provider's public status page, in its own words. Nothing here is measured by Watchfloor. */
import * as z from 'zod';

const incidentEndSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ended'), at: z.number() }),
  /** The page names no end of it, and says that it goes on. */
  z.object({ kind: z.literal('ongoing') }),
  /** The form has no field for an end: the state is only in prose. */
  z.object({ kind: z.literal('not-known') }),
]);

/** Times in UTC epoch ms, by the clock of the page. Texts are untrusted. */
const publishedIncidentSchema = z.object({
  id: z.string(),
  title: z.string(),
  from: z.number(),
  end: incidentEndSchema,
  /** Last change that the page names. */
  updatedAt: z.number(),
  /** State and impact as the page writes them, such as "resolved, major"; null if the form has no field for them. */
  state: z.string().nullable(),
  /** Newest words as plain text, shortened; null if there are none. */
  words: z.string().nullable(),
  /** http or https; null if the page names none. */
  link: z.string().nullable(),
});
export type PublishedIncident = Readonly<z.infer<typeof publishedIncidentSchema>>;

export const providerIncidentSchema = publishedIncidentSchema.extend({
  /** When the page first answered without it; null while it is listed. */
  unlistedSince: z.number().nullable(),
});
export type ProviderIncident = Readonly<z.infer<typeof providerIncidentSchema>>;

const statusPageProblemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no-answer'), detail: z.string() }),
  z.object({ kind: z.literal('refused'), status: z.number() }),
  z.object({ kind: z.literal('redirected'), to: z.string().nullable() }),
  z.object({ kind: z.literal('too-large') }),
  z.object({ kind: z.literal('web-page') }),
  z.object({ kind: z.literal('unknown-form'), detail: z.string() }),
]);
export type StatusPageProblem = z.infer<typeof statusPageProblemSchema>;

export const statusPageStateSchema = z.object({
  url: z.string(),
  /** Last answer that could be read, UTC epoch ms; null if there was none. */
  answeredAt: z.number().nullable(),
  /** Null after an answer. `since`: of the first failure in a row, UTC epoch ms. */
  failure: z.object({ since: z.number(), problem: statusPageProblemSchema }).nullable(),
  /** Entries of the last answer without a time that can be read. */
  unreadable: z.number().int().nonnegative(),
});

export const statusPageReportSchema = statusPageStateSchema.extend({
  /** Oldest first; at most 200, the newest. */
  incidents: z.array(providerIncidentSchema),
});
export type StatusPageReport = Readonly<z.infer<typeof statusPageReportSchema>>;
