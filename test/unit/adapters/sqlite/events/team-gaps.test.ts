import { expect, test } from 'vitest';
import type { SessionChange } from '../../../../../src-main/core/ports/team-store.ts';
import type { Coverage } from '../../../../../src-shared/domain/coverage/coverage.ts';
import { randomNumbers } from '../../../../doubles/random-numbers.ts';
import { logBatch, memberOf } from '../../../../doubles/team-log.ts';
import { rounds } from '../../../../support/breadth.ts';
import { temporaryStore } from './temporary-store.ts';

const ROUNDS = rounds({ usual: 20, thorough: 500 });
const ENTRIES = 60;
const SPAN_MS = 1_000;

/** Computes the time without a session from all sessions. */
function complementOf({ sessions }: Coverage): string[] {
  const gaps: string[] = [];
  let end: number | null = null;
  for (const { from, to } of sessions.toSorted((one, other) => one.from - other.from)) {
    if (end !== null && from > end) gaps.push(`${end}-${from}`);
    end = Math.max(end ?? 0, to ?? Number.POSITIVE_INFINITY);
  }
  return end === null || end === Number.POSITIVE_INFINITY ? gaps : [...gaps, `${end}-now`];
}

test(`[TEAM-137] the gaps are the time without a session after each of ${ENTRIES} random entries, in ${ROUNDS} rounds`, () => {
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const below = randomNumbers(seed);
    const { writer, reader } = temporaryStore();
    writer.follow(memberOf(''));
    const open: { readonly id: number; readonly at: number }[] = [];
    for (let id = 1; id <= ENTRIES; id += 1) {
      const at = below(SPAN_MS);
      const lengthMs = below(60);
      const held = { id, holder: `desk-${below(3)}`, epoch: 1 + below(5), openedAt: at };
      const end = { endedAt: at + lengthMs, lengthMs, reason: 'silent', detail: null, afterSeq: 0 } as const;
      const sessions: SessionChange[] = [];
      const kind = below(4);
      if (kind === 0) sessions.push({ kind: 'late', ...held, ...end });
      else if (kind === 1) sessions.push({ kind: 'opened', ...held }, { kind: 'ended', id, ...end });
      else if (kind === 2) {
        sessions.push({ kind: 'opened', ...held });
        open.push({ id, at });
      }
      // Not always the oldest: one that a member left open may end late.
      const [ending] = open.length > below(3) ? open.splice(below(open.length), 1) : [];
      if (ending !== undefined)
        sessions.push({ kind: 'ended', id: ending.id, ...end, endedAt: ending.at + lengthMs, lengthMs });
      writer.applyLog(logBatch(id, 0, { sessions }));
      const coverage = reader.coverage({ from: 0, to: Number.MAX_SAFE_INTEGER });
      const gaps = coverage.gaps.map(({ from, to }) => `${from}-${to ?? 'now'}`);
      expect([seed, id, ...gaps]).toEqual([seed, id, ...complementOf(coverage)]);
      expect(coverage.gaps.every(({ from, to, lengthMs: length }) => length === (to === null ? null : to - from))).toBe(
        true,
      );
    }
  }
});
