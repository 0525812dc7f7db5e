/**
 * Stored results are computed again only if the version of the code that computed them is raised. A digest of the results
 * for fixed input shows a change.
 */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CASE_REDUCER_VERSION } from '../../src-main/core/cases/projection/case-reducer.ts';
import { DECODER_VERSION, decodeEvent } from '../../src-shared/domain/event/decode-event.ts';
import { decode, failedLocalizationMessage, localizedMessage, requestMessage } from '../doubles/documented-events.ts';
import { MemoryCaseProjection } from '../doubles/memory-case-projection.ts';
import { randomCases } from '../doubles/random-cases.ts';
import { randomEvents } from '../doubles/random-events.ts';
import { randomNumbers } from '../doubles/random-numbers.ts';

const digest = (results: unknown) => createHash('sha256').update(JSON.stringify(results)).digest('hex').slice(0, 16);

test('a change of the decoder raises DECODER_VERSION', () => {
  const documented = [failedLocalizationMessage, localizedMessage, requestMessage].flatMap((detailedMessage) =>
    ['LOCALIZATION', 'CMP_EVENT'].flatMap((kind) =>
      ['COMPLETED', 'FAILED', 'NEW'].map((state) => decode(kind, { operation: 'ENABLED', state, detailedMessage })),
    ),
  );
  const random = randomEvents(1_000, randomNumbers(1)).map((event) => decodeEvent(event));
  expect(
    { version: DECODER_VERSION, digest: digest([documented, random]) },
    'Texts are decoded differently: raise DECODER_VERSION in src-shared/domain/event/decode-event.ts, then enter both here.',
  ).toEqual({ version: 3, digest: '0a73ab4271e696b3' });
});

test('a change of the case reducer raises CASE_REDUCER_VERSION', () => {
  const { cases, groups, attempts, stays, tallies, counted } = MemoryCaseProjection.of(
    ...randomCases(1_000, randomNumbers(2)),
  );
  expect(
    {
      version: CASE_REDUCER_VERSION,
      digest: digest([[cases, groups, attempts, stays, tallies].map((map) => [...map]), counted]),
    },
    'Events give other cases: raise CASE_REDUCER_VERSION in src-main/core/cases/projection/case-reducer.ts, then enter both here.',
  ).toEqual({ version: 13, digest: '0a2e71124bca5dd6' });
});
