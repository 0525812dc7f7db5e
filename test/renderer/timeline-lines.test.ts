import { describe, expect, it, test } from 'vitest';
import {
  isDrawn,
  joinLines,
  lineKey,
  buildLines,
  type TimelineLine,
  withUnfolded,
  withGaps,
} from '../../src-renderer/stores/timeline/timeline-lines.ts';
import {
  EMPTY_WINDOW,
  WINDOW_LINES,
  withNewer,
  withOlder,
} from '../../src-renderer/stores/timeline/timeline-window.ts';
import type { Gap } from '../../src-shared/domain/coverage/coverage.ts';
import { summaryOf } from '../doubles/example-events.ts';

const beat = (seq: number) => summaryOf(seq);
const event = (seq: number) => summaryOf(seq, { kind: 'LOCALIZATION' });
const gap = (id: number, afterSeq: number, part: Partial<Gap> = {}): Gap => ({
  id,
  from: 0,
  to: 60_000,
  lengthMs: 60_000,
  reason: 'silent',
  detail: null,
  afterSeq,
  ...part,
});
/** Prints events as `5`, heartbeats as `4-2 ×3` and gaps as `gap 1`. */
const said = (lines: readonly TimelineLine[]) =>
  lines.map((line) => {
    if (line.kind === 'gap') return `gap ${line.gap.id}`;
    return line.kind === 'event' ? String(line.row.seq) : `${line.newest.seq}-${line.oldest.seq} ×${line.count}`;
  });
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

describe('[PAGE-1] heartbeats', () => {
  test.each<[string, TimelineLine[], string[]]>([
    [
      'in sequence are one line',
      buildLines([event(6), ...down(5, 2).map(beat), event(1)], [], true),
      ['6', '5-2 ×4', '1'],
    ],
    [
      'are separate lines across an event',
      buildLines([beat(5), event(4), beat(2)], [], true),
      ['5-5 ×1', '4', '2-2 ×1'],
    ],
    [
      'are separate lines across a gap',
      buildLines(down(6, 1).map(beat), [gap(1, 3)], true),
      ['6-4 ×3', 'gap 1', '3-1 ×3'],
    ],
    ['are rows if the filter asks for them', buildLines([beat(2), beat(1)], [], false), ['2', '1']],
  ])('%s', (_, lines, expected) => {
    expect(said(lines)).toEqual(expected);
  });

  it('from two pages are joined into one line', () => {
    const [above, below] = [buildLines(down(9, 6).map(beat), [], true), buildLines(down(5, 1).map(beat), [], true)];
    expect(said(joinLines(above, below))).toEqual(['9-1 ×9']);
  });
  it('are not drawn if they are fewer than three', () => {
    expect([2, 3].map((count) => buildLines(down(count, 1).map(beat), [], true).every(isDrawn))).toEqual([false, true]);
  });
  it('do not grow while they are expanded, and are joined again when they are collapsed', () => {
    const open = withUnfolded(buildLines(down(4, 1).map(beat), [], true), 'beats-1', down(4, 1).map(beat));
    const grown = joinLines(buildLines(down(9, 5).map(beat), [], true), open);
    expect(said(grown)).toEqual(['9-5 ×5', '4-1 ×4']);
    expect(said(withUnfolded(grown, 'beats-1', null))).toEqual(['9-1 ×9']);
  });
});

describe('[PAGE-1] a gap', () => {
  it('is listed above the event after which it started, the later of two gaps first', () => {
    const gaps = [gap(3, 7), gap(2, 4), gap(1, 4)];
    expect(said(buildLines([event(9), event(7), event(4), event(1)], gaps, true))).toEqual([
      '9',
      'gap 3',
      '7',
      'gap 2',
      'gap 1',
      '4',
      '1',
    ]);
  });
  it('is inserted in its place if it is reported late, and replaced if it is reported again', () => {
    const lines = buildLines([event(9), event(7), event(4)], [gap(2, 7, { to: null, lengthMs: null })], true);
    expect(lines.map(isDrawn)).toEqual([true, false, true, true]);
    const told = withGaps(lines, [gap(2, 7), gap(1, 4)]);
    expect(said(told)).toEqual(['9', 'gap 2', '7', 'gap 1', '4']);
    expect(told.every(isDrawn)).toBe(true);
  });
  it('is removed when it turns out to be a planned reconnect', () => {
    const lines = buildLines([event(1)], [gap(1, 1, { to: null, lengthMs: null, reason: 'session-expired' })], true);
    expect(said(withGaps(lines, [gap(1, 1, { reason: 'session-expired', lengthMs: 200 })]))).toEqual(['1']);
  });
  it('is not lost when the lines around it are dropped and read again', () => {
    const rows = down(4_000, 2_001).map(event);
    const full = withNewer(EMPTY_WINDOW, { rows, gaps: [gap(1, 3_990)] }, { hasBefore: false, startCursor: 4_000 });
    for (const older of down(20, 8)) {
      const below = down(2_000, 2_001 - older).map(event);
      const slid = withOlder(full, { rows: below, gaps: [] }, { hasAfter: true, endCursor: 1 });
      const back = slid.lines.some((line) => lineKey(line) === 'gap-1');
      // Otherwise the next page from there brings it, because a page includes the gaps after its cursor.
      expect({ older, known: back || slid.startCursor < 3_990 }).toEqual({ older, known: true });
      expect(slid.lines.length).toBeLessThanOrEqual(WINDOW_LINES);
    }
  });
});
