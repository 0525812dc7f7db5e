/** Finds the companies and users of requests whose names contain a text. */
import type { FoundName } from '../../../src-shared/api/ids/found-ids.ts';
import { unicodeForms } from '../../../src-shared/lib/unicode-forms.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';
import type { EventReader } from '../ports/event-store.ts';

const FIELDS = ['company', 'user'] as const;
const MAX_FOUND = 5;
/** Counts of all stored events take a few. */
const MAX_BATCHES = 20;

/** Most frequent first. @throws AppError STORE_…; the signal's reason */
export async function findNames(
  reader: Pick<EventReader, 'facets'>,
  text: string,
  signal?: AbortSignal,
): Promise<FoundName[]> {
  const forms = unicodeForms(text.trim().toLowerCase());
  const counts = new Map<string, FoundName>();
  let to: number | null = Number.MAX_SAFE_INTEGER;
  for (let batches = 0; to !== null && batches < MAX_BATCHES; batches += 1) {
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
