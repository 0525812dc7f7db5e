import { expect, it } from 'vitest';
import { holdingsOf } from '../../../../src-main/core/reports/holdings.ts';
import type { Session } from '../../../../src-shared/domain/coverage/coverage.ts';
import { watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import { reportDocument } from '../../../../src-shared/words/report-blocks.ts';
import { aShiftReport } from '../../../doubles/shift-report.ts';

const WATCH = watchIdSchema.parse('the-watch');
const HOUR = 3_600_000;
const SHIFT = { from: 6 * HOUR, to: 14 * HOUR };

function session(holder: string | null, from: number, to: number | null): Session {
  const times = { id: from + 1, from, to, lastEventAt: to ?? SHIFT.to, lengthMs: 1, events: 1 };
  return { ...times, reason: null, detail: null, ...(holder !== null && { holder }) };
}

it('[TEAM-137] joins the sessions of a member that follow each other, within the span', () => {
  const sessions = [
    session('ben', 10 * HOUR, null),
    session('anna', 5 * HOUR, 7 * HOUR),
    session('anna', 8 * HOUR, 9 * HOUR),
    session('cleo', 2 * HOUR, 3 * HOUR),
  ];
  expect(holdingsOf(sessions, SHIFT)).toEqual([
    { holder: 'anna', from: 6 * HOUR, to: 9 * HOUR },
    { holder: 'ben', from: 10 * HOUR, to: null },
  ]);
  const later = session('anna', 13 * HOUR, 20 * HOUR);
  expect(holdingsOf([later], SHIFT)).toEqual([{ holder: 'anna', from: 13 * HOUR, to: SHIFT.to }]);
});

it('[TEAM-137] returns nothing for sessions outside a team', () => {
  expect(holdingsOf([session(null, 6 * HOUR, 7 * HOUR)], SHIFT)).toEqual([]);
});

it('[TEAM-137] prints who held the seat, and leaves the last time open', () => {
  const holdings = [
    { name: 'Anna', from: 6 * HOUR + 120_000, to: 13 * HOUR },
    { name: 'Ben', from: 13 * HOUR, to: null },
  ];
  const printed = (report: Parameters<typeof reportDocument>[0]) => JSON.stringify(reportDocument(report).sections[0]);
  const report = aShiftReport({ watch: WATCH, ...SHIFT, zone: 'UTC', by: '' });
  expect(printed({ ...report, holdings })).toContain('Held by Anna 06:02–13:00, Ben 13:00–.');
  expect(printed(report)).not.toContain('Held by');
});
