/** Stores answers of a provider's status page in the way of the product. */
import type { EventWriter } from '../../src-main/core/ports/event-store.ts';
import type { StatusPageAnswer } from '../../src-main/core/ports/service-client.ts';
import {
  afterAnswer,
  newStatusPage,
  STATUS_PAGE_RECORDS,
  STATUS_PAGE_VERSION,
  storedStatusPage,
} from '../../src-main/core/status-page/stored-status-page.ts';
import type { ProviderIncident, PublishedIncident } from '../../src-shared/domain/coverage/provider-incident.ts';

export const STATUS_URL = 'https://status.example.com/history.atom';

/** @param from UTC epoch ms */
export function anIncident(from: number, fields: Partial<ProviderIncident> = {}): ProviderIncident {
  const texts = { id: 'a', title: 'API errors', state: 'identified, major', words: 'We found it.', link: null };
  return { ...texts, from, end: { kind: 'ongoing' }, updatedAt: from, unlistedSince: null, ...fields };
}

export function listing(...incidents: readonly PublishedIncident[]): StatusPageAnswer {
  return { kind: 'incidents', incidents, unreadable: 0, validators: { etag: null, lastModified: null } };
}

export async function storeStatusPage(
  writer: Pick<EventWriter, 'loadProjection' | 'commitProjection'>,
  answer: StatusPageAnswer,
  at: number,
): Promise<void> {
  const { cursor, records } = await writer.loadProjection(STATUS_PAGE_RECORDS, STATUS_PAGE_VERSION);
  const before = storedStatusPage(records) ?? newStatusPage(STATUS_URL);
  const { put, remove } = afterAnswer(before, STATUS_URL, answer, at);
  const name = { name: STATUS_PAGE_RECORDS, version: STATUS_PAGE_VERSION };
  await writer.commitProjection({ ...name, from: cursor, to: cursor ?? 0, put, remove });
}
