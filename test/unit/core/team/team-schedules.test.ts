import { expect, test } from 'vitest';
import {
  appendOutcome,
  holderAppend,
  takeAppend,
  type ChainAppend,
} from '../../../../src-main/core/team/next-append.ts';
import type { ChainRecord } from '../../../../src-main/core/team/team-records.ts';
import { applyRecord } from '../../../../src-main/core/team/apply-entry.ts';
import type { TeamState } from '../../../../src-main/core/team/team-state.ts';
import { TeamSchedule, TEAM_RULES, type TeamRules } from '../../../doubles/team-schedule.ts';
import { rounds } from '../../../support/breadth.ts';

const SCHEDULES = rounds({ usual: 3_000, thorough: 10_000 });
const STEPS = 120;

/** Returns the faults of the first schedule that has any. */
function firstFaults(rules: TeamRules): readonly string[] {
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const faults = new TeamSchedule(seed, rules).play(STEPS);
    if (faults.length > 0) return [`seed ${seed}`, ...faults];
  }
  return [];
}

test('[TEAM-340] in thousands of random schedules of faults every member ends with the same store, and nothing is lost or doubled', () => {
  expect(firstFaults(TEAM_RULES)).toEqual([]);
});

/** Folds every chain record after it was changed. */
const withRecords = (change: (record: ChainRecord, state: TeamState) => ChainRecord): Partial<TeamRules> => ({
  applyRecord: (state, place, read) => {
    if (read.kind !== 'record' || !('prev' in read.record)) return applyRecord(state, place, read);
    return applyRecord(state, place, { kind: 'record', record: change(read.record, state) });
  },
});

const fittingEpoch = (record: ChainRecord, { epoch }: TeamState) =>
  record.kind === 'take' ? { ...record, epoch: epoch + 1 } : { ...record, epoch: Math.max(epoch, 1) };

const afterLastValid = (append: ChainAppend, { chain }: TeamState): ChainAppend => ({
  ...append,
  append: { ...append.append, after: chain },
});

/** Any process of the holder's member counts as the holder. */
const ofMember = ({ member }: { member: string }, { holder }: TeamState) => ({
  member,
  run: holder?.member === member ? holder.run : '',
});

const withoutSeqCheck: TeamRules['applyRecord'] = (state, place, read) => {
  const result = applyRecord(state, place, read);
  const isTaken = result.kind === 'applied' && result.change.kind === 'void' && result.change.reason === 'seq';
  if (!isTaken || read.kind !== 'record' || read.record.kind !== 'events') return result;
  return applyRecord({ ...state, nextSeq: read.record.first }, place, read);
};

test.each<[rule: string, mutant: Partial<TeamRules>]>([
  [
    'a record names the one before it',
    withRecords((record, { chain, chainAt }) => ({ ...record, prev: chain, prevAt: chainAt })),
  ],
  ['a record belongs to the present holding', withRecords(fittingEpoch)],
  [
    'only the holder writes',
    withRecords((record, { holder }) =>
      record.kind === 'take' ? record : { ...record, by: holder?.member ?? record.by },
    ),
  ],
  ['a seq is given once', { applyRecord: withoutSeqCheck }],
  [
    'the expected end counts void records',
    {
      holderAppend: (state, ...rest) => {
        const append = holderAppend(state, ...rest);
        return append && afterLastValid(append, state);
      },
      takeAppend: (state, ...rest) => afterLastValid(takeAppend(state, ...rest), state),
    },
  ],
  ['the log decides, not the answer', { trustsAnswers: true }],
  ['rows that were replaced leave their place', { movesReplacedRows: false }],
  [
    'a second process with the same credentials is another holder',
    {
      holderAppend: (state, writer, ...rest) => holderAppend(state, ofMember(writer, state), ...rest),
      appendOutcome: (state, writer, append) => appendOutcome(state, ofMember(writer, state), append),
    },
  ],
  ['an entry that was read before changes nothing', { skipsRepeats: false }],
  ['the holder leaves out what it has of an offer', { leavesOutKnown: false }],
  ['the parts of an event are read again from the first', { committedState: (state) => ({ ...state, parts: null }) }],
  ['the log places an action, not the newest event here', { afterSeqOf: (_agreed, newestHere) => newestHere }],
])('[TEAM-340] a schedule fails if not: %s', (_, mutant) => {
  const [seed, ...faults] = firstFaults({ ...TEAM_RULES, ...mutant });
  expect(seed).toBeDefined();
  expect(faults).not.toEqual([]);
});
