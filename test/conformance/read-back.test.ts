/** Stores events that together have a value in every field, and compares what is read with what was decoded. */
import { expect, test } from 'vitest';
import { decodeEvent } from '../../src-shared/domain/event/decode-event.ts';
import { decodedEventSchema, type ReceivedEvent, type StoredEvent } from '../../src-shared/domain/event/event.ts';
import { envelope, failedLocalizationMessage, requestMessage } from '../doubles/documented-events.ts';
import { filledStore } from '../unit/adapters/sqlite/events/temporary-store.ts';

const received = (kind: string, data: object): ReceivedEvent => ({
  receivedAt: Date.UTC(2024, 1, 28, 11),
  kind,
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  data: JSON.stringify({ ...envelope, ...data }),
});

const PAUSED = { resourceProperties: [{ type: 'TARGET_SUBSCRIPTION_STATE', value: 'PAUSE' }], resourceState: 'FAILED' };
const EVENTS = [
  received('LOCALIZATION', { operation: 'ALLOCATED', state: 'FAILED', detailedMessage: failedLocalizationMessage }),
  received('CMP_EVENT', {
    operation: 'CHANGE_SUBSCRIPTIONSTATE',
    state: 'OF_A_LATER_VERSION',
    createdDateTime: '2024-02-28T10:00:00Z',
    detailedMessage: { ...requestMessage, subscriptionRequestResources: [PAUSED] },
  }),
];
const FIELDS = decodedEventSchema.keyof().options;

test('an event is read with every decoded field', () => {
  const { reader } = filledStore(EVENTS);
  const decoded = EVENTS.map((event) => decodeEvent(event));
  const stored = EVENTS.map((_, index) => reader.event(index + 1) as StoredEvent);
  const differing = FIELDS.flatMap((field) =>
    stored.flatMap((event, index) =>
      JSON.stringify(event[field]) === JSON.stringify(decoded[index]?.[field])
        ? []
        : [`${field}: see eventColumns and toEventSummary in rows/event-columns.ts, and facetTable`],
    ),
  );
  expect(differing.join('\n')).toBe('');
  expect(stored.map(({ raw, receivedAt, kind, id }) => ({ receivedAt, kind, id, data: raw }))).toEqual(EVENTS);
  const untried = FIELDS.filter((field) => decoded.every((event) => [null, 0, '[]'].includes(valueOf(event[field]))));
  expect(untried, 'fields without a value in EVENTS of test/conformance/read-back.test.ts').toEqual([]);
});

const valueOf = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : (value as string | number | null));
