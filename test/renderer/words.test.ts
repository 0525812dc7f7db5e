import { describe, expect, it, test } from 'vitest';
import { errorMeaning, markWords } from '../../src-renderer/words/event-words.ts';
import { possiblyMissedWords } from '../../src-renderer/words/coverage-words.ts';
import { summarize } from '../../src-shared/words/events/summarize.ts';
import { summaryOf } from '../doubles/example-events.ts';

const localization = (operation: string | null, outcome: 'failed' | 'succeeded' | 'in-progress' | 'unknown' | null) =>
  summaryOf(1, { kind: 'LOCALIZATION', operation, outcome });
const request = (
  operation: string,
  outcome: 'failed' | 'succeeded' | 'partial' | 'unknown',
  resourceCount: number | null,
  failedCount: number | null,
) => summaryOf(1, { kind: 'CMP_EVENT', operation, outcome, resourceCount, failedCount });
const marked = (code: 'malformed-json' | 'not-an-object' | 'oversize') =>
  summaryOf(1, { kind: 'LOCALIZATION', marks: [{ code, detail: '' }] });

test('[PAGE-97] the summary of an event has the numbers of its request, with separators', () => {
  expect(summarize(request('CHANGE_STATE', 'partial', 10_000, 4_000))).toContain('4,000 of 10,000 resources failed');
});

describe('the summary of an event', () => {
  test.each([
    [summaryOf(1, { kind: 'SUBSCRIPTION_STARTED' }), 'Session started'],
    [summaryOf(1, { kind: 'HEARTBEAT' }), 'Heartbeat'],
    [summaryOf(1, { kind: 'SUBSCRIPTION_ENDED' }), 'Session ended'],
    [localization('DOWNLOADED', 'failed'), 'Download failed'],
    [localization('ALLOCATED', 'failed'), 'Allocation failed'],
    [localization('ACTIVATED', 'failed'), 'Activation failed'],
    [localization('PROVISIONED', 'failed'), 'Provisioning failed'],
    [localization('PROVISIONED', 'succeeded'), 'Profile provisioned'],
    [localization('ENABLED', 'failed'), 'Enabling failed'],
    [localization('ENABLED', 'succeeded'), 'Profile enabled'],
    [localization('FALLBACK_SET', 'failed'), 'Setting the fallback profile failed'],
    [localization('FALLBACK_SET', 'succeeded'), 'Fallback profile set'],
    [localization('LOCALIZED', 'succeeded'), 'Localized'],
    [localization('ENABLED', 'in-progress'), 'Enabling in progress'],
    [localization('ENABLED', 'unknown'), 'Enabling: unknown result'],
    [localization('REHEATED', 'failed'), 'Unknown step failed'],
    [localization('REHEATED', 'unknown'), 'Unknown step and result'],
    [localization(null, null), 'Unknown step and result'],
    [request('CHANGE_SUBSCRIPTIONSTATE', 'partial', 5, 2), 'State change: 2 of 5 resources failed'],
    [request('CHANGE_SUBSCRIPTIONSTATE', 'failed', 5, 5), 'State change: all 5 resources failed'],
    [request('CHANGE_SUBSCRIPTIONPACKAGE', 'failed', 1, 1), 'Package change failed'],
    [request('CHANGE_SUBSCRIPTIONPACKAGE', 'succeeded', 1, 0), 'Package change done, 1 resource'],
    [request('CHANGE_SUBSCRIPTIONPACKAGE', 'succeeded', null, null), 'Package change done'],
    [request('CHANGE_SUBSCRIPTIONSTATE', 'partial', null, null), 'State change: some resources failed'],
    [request('CHANGE_SUBSCRIPTIONSTATE', 'unknown', 3, null), 'State change: unknown result'],
    [request('CHANGE_OWNER', 'succeeded', 3, 0), 'Unknown change done, 3 resources'],
    [summaryOf(1, { kind: 'PROFILE_AUDIT', outcome: 'unknown' }), 'Unknown event kind'],
    [summaryOf(1, { kind: 'PROFILE_AUDIT', outcome: 'failed' }), 'Failure of an unknown event kind'],
    [summaryOf(1, { kind: 'Localization', outcome: 'failed' }), 'Failure of an unknown event kind'],
    [summaryOf(1, { kind: 'SUBSCRIPTION_ENDED', outcome: 'failed' }), 'Session end that reports a failure'],
    [marked('malformed-json'), 'Not readable: not valid JSON'],
    [marked('not-an-object'), 'Not readable: not a JSON object'],
    [marked('oversize'), 'Too large to read completely'],
  ])('is correct for event %#: %o', (event, words) => {
    expect(summarize(event)).toBe(words);
  });
});

describe('the meaning of an error code', () => {
  it('is the consequence that the document states', () => {
    expect(errorMeaning('START_PROFILE_ALLOCATION_FAILED')).toContain('on the eUICC but unusable');
  });
  it('is not guessed for a code that the document does not name', () => {
    expect(errorMeaning('START_PROFILE_TELEPORT_FAILED')).toBeNull();
  });
});

it('the words of a mark name the field or value', () => {
  expect(markWords({ code: 'numeric-identifier', detail: 'eid' })).toBe(
    'An identifier arrived as a number and may have lost digits: eid.',
  );
});

describe('the words for missing events', () => {
  test.each([
    [0, 0, 'No events were missed during sessions.'],
    [0, 47, 'There was no gap. Events that the service sent in a reconnect may be missing.'],
    [1, 0, 'Events that the service sent in a gap may be missing.'],
    [2, 47, 'Events that the service sent in a gap or a reconnect may be missing.'],
  ])('for %d gaps and %d reconnects are: %s', (gaps, reconnects, words) => {
    expect(possiblyMissedWords({ watchedMs: 1_000, blindMs: gaps, reconnectMs: reconnects, gaps, reconnects })).toBe(
      words,
    );
  });
});
