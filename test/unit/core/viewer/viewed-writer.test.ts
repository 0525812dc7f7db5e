import { expect, test } from 'vitest';
import { nextKnown, viewedStream, type WriterContact } from '../../../../src-main/core/viewer/viewed-writer.ts';
import { watchSnapshot } from '../../../doubles/page-watch.ts';

const AT = 1_000_000;
const stream = { kind: 'watching', since: AT - 60_000, lastEventAt: AT - 5_000, lastHeartbeatAt: AT - 5_000 } as const;
const answers: WriterContact = {
  kind: 'answer',
  answer: { kind: 'viewed', status: { commits: 1, snapshot: watchSnapshot({ stream }) } },
};
const misunderstood: WriterContact = { kind: 'answer', answer: { kind: 'failed' } };
const [silent, none] = [{ kind: 'silent' }, { kind: 'none' }] as const;

/** The streams that a viewer shows after these contacts, 400 ms apart, as "blind writer-gone". */
function shownAfter(...contacts: readonly WriterContact[]): string[] {
  let known: Parameters<typeof nextKnown>[0] = { writer: { kind: 'unknown', since: AT }, missingSince: null };
  return contacts.map((contact, index) => {
    known = nextKnown(known, contact, AT + index * 400);
    const shown = viewedStream(known.writer);
    return [shown.kind, ...('cause' in shown && shown.cause !== null ? [shown.cause.kind] : [])].join(' ');
  });
}

const SILENT = 'blind writer-silent';
const GONE = 'blind writer-gone';

test.each([
  ['an answer', [answers], ['watching']],
  ['an answer of a version that knows no viewers', [misunderstood], [SILENT]],
  ['no answer', [answers, silent, silent], ['watching', SILENT, SILENT]],
  ['an answer after silence', [silent, answers], [SILENT, 'watching']],
  [
    'a free store for less than a second, as in a take-over',
    [answers, none, none, answers, none],
    Array(5).fill('watching'),
  ],
  [
    'a free store for a second',
    [answers, none, none, none, none],
    ['watching', 'watching', 'watching', 'watching', GONE],
  ],
  ['a free store from the start', [none, none, none, none], ['reconnecting', 'reconnecting', 'reconnecting', GONE]],
  [
    'the next process that watches',
    [none, none, none, none, answers].slice(),
    ['reconnecting', 'reconnecting', 'reconnecting', GONE, 'watching'],
  ],
  ['a process that hangs and is ended then', [silent, none, none, none, none], [SILENT, SILENT, SILENT, SILENT, GONE]],
] as const)('[TEAM-250] a viewer decides by %s', (_, contacts, expected) => {
  expect(shownAfter(...contacts)).toEqual(expected);
});

test('[TEAM-250] blindness of a viewer counts from the last event that the other process reported', () => {
  let known: Parameters<typeof nextKnown>[0] = { writer: { kind: 'unknown', since: AT }, missingSince: null };
  for (const contact of [answers, silent, silent]) known = nextKnown(known, contact, AT + 7_000);
  expect(viewedStream(known.writer)).toMatchObject({ kind: 'blind', since: stream.lastEventAt });
});
