/** Answers what became of the requests of the companies and users whose names contain a text. */
import type { FoundName, NameAnswer } from '../../../src-shared/api/ids/found-ids.ts';
import { exactTerm } from '../../../src-shared/domain/cases/case-search-terms.ts';
import type { Outcome } from '../../../src-shared/domain/event/outcomes.ts';
import { unicodeForms } from '../../../src-shared/lib/unicode-forms.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';
import type { Cases } from '../cases/create-cases.ts';
import type { EventReader } from '../ports/event-store.ts';

const FIELDS = ['company', 'user'] as const;
const MAX_FOUND = 5;
const ALL_REQUESTS = { kind: 'request', of: 'all', cause: null, since: null, sort: 'newest', after: null } as const;

interface NameSources {
  readonly reader: Pick<EventReader, 'facets'>;
  readonly cases: Pick<Cases, 'list'>;
}

/** Most frequent first. @throws AppError STORE_…; the signal's reason */
export async function readNames(
  { reader, cases }: NameSources,
  text: string,
  signal?: AbortSignal,
): Promise<NameAnswer[]> {
  const answers: NameAnswer[] = [];
  for (const name of await findNames(reader, text, signal)) {
    const find = exactTerm(name.field, name.value);
    const { total, outcomes, cases: newest } = await cases.list({ ...ALL_REQUESTS, find, limit: 1 }, signal);
    const open = await cases.list({ ...ALL_REQUESTS, find: `is:open ${find}`, limit: 1 }, signal);
    const countOf = (outcome: Outcome) => outcomes?.find((each) => each.outcome === outcome)?.count ?? 0;
    const counts = { requests: total, failed: countOf('failed'), partial: countOf('partial'), open: open.total };
    answers.push({ ...name, ...counts, lastAt: newest[0]?.lastAt ?? null });
  }
  return answers;
}

/** Reads to the oldest event: an early end would deny a name that a list shows. */
async function findNames(
  reader: NameSources['reader'],
  text: string,
  signal: AbortSignal | undefined,
): Promise<FoundName[]> {
  const forms = unicodeForms(text.trim().toLowerCase());
  const counts = new Map<string, FoundName>();
  let to: number | null = Number.MAX_SAFE_INTEGER;
  while (to !== null) {
    const batch: Awaited<ReturnType<EventReader['facets']>> = await reader.facets(
      { filter: EVERYTHING, after: 0, to, fields: FIELDS },
      signal,
    );
    for (const name of FIELDS)
      for (const { value, count } of batch.fields.find(({ field }) => field === name)?.values ?? []) {
        if (value === null || !forms.some((form) => value.toLowerCase().includes(form))) continue;
        const key = `${name} ${value}`;
        counts.set(key, { field: name, value, events: (counts.get(key)?.events ?? 0) + count });
      }
    to = batch.next;
  }
  return [...counts.values()].toSorted((one, other) => other.events - one.events).slice(0, MAX_FOUND);
}
