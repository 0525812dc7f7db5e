import type { OutletTopic } from '../../../src-shared/domain/outlets/outlet.ts';
import type { Turn } from '../../../src-shared/domain/outlets/turn.ts';

/** The topic `overdue` has the turns that make a group overdue, and those that end this. */
export function isTurnFor(topics: readonly OutletTopic[], turn: Turn): boolean {
  if (turn.kind === 'signal') return topics.includes('signal');
  if (turn.facts.deadline !== null && topics.includes('overdue')) return true;
  return turn.turn !== 'overdue' && topics.includes('groups');
}
