import { expect, test } from 'vitest';
import { BackendError, type BackendFailure } from '../../src-renderer/backend/backend-error.ts';
import { failureWords } from '../../src-renderer/words/error-words.ts';

test.each<[BackendFailure, string]>([
  [
    { kind: 'expected', data: { code: 'EVENT_NOT_FOUND', facts: { seq: 4 } } },
    'There is no stored event 4. It may have been removed by age.',
  ],
  [{ kind: 'incident', incident: 'a1b2' }, 'Something went wrong inside Watchfloor. Find it in the log as a1b2.'],
  [{ kind: 'not-understood' }, 'Watchfloor does not understand this page; it may be from another version. Reload it.'],
  [{ kind: 'no-answer' }, "Watchfloor's backend did not answer: it is busy or has stopped."],
])('the failure %o of a call or a feed has words', (failure, words) =>
  expect(failureWords(new BackendError(failure, 'for the log'))).toBe(words),
);

test('an error of the page itself keeps its message', () => {
  expect(failureWords(new Error('It did not load.'))).toBe('It did not load.');
});
