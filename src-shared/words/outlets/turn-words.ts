import type { GroupFacts, Turn } from '../../domain/outlets/turn.ts';
import type { DeadlineKind } from '../../domain/cases/deadline.ts';
import { consequenceTitles } from '../case-words.ts';
import { quantityOf } from '../alarms/alarm-parts.ts';
import { numberText } from '../store-words.ts';
import { countryLabel } from '../country-words.ts';
import { failureGroupName } from '../request-group-words.ts';
import { OVERDUE_WORDS } from '../alarms/overdue-alarm-words.ts';
import { signalNames } from '../alarms/signal-alarm-words.ts';

export const TURN_WORDS: Readonly<Record<Turn['turn'], string>> = {
  opened: 'New',
  worse: 'Worse',
  taken: 'Taken',
  done: 'Done',
  back: 'Back again',
  ended: 'Ended',
  overdue: 'Overdue',
  blind: 'Not watching',
  watching: 'Watching again',
};

export function turnTitle(turn: Turn): string {
  if (turn.kind === 'signal') {
    const { is, over } = signalNames[turn.key];
    return turn.turn === 'watching' ? over : is;
  }
  const { deadline } = turn.facts;
  const isOverdue = turn.turn === 'overdue' && deadline !== null;
  return `${isOverdue ? overdueWords(deadline.kind) : TURN_WORDS[turn.turn]}: ${groupTitle(turn.facts)}`;
}

export function overdueWords(kind: DeadlineKind): string {
  return `${OVERDUE_WORDS[kind]} in time`;
}

export function groupTitle(facts: GroupFacts): string {
  const { cause, open, failures } = facts;
  const outcome = facts.consequence === 'partial' ? 'partial' : 'failed';
  const name = failureGroupName({ ...facts, cause, outcome });
  const unit = cause.kind === 'request' ? (['request', 'requests'] as const) : (['eUICC', 'eUICCs'] as const);
  const scale = open > 0 ? quantityOf(open, unit) : quantityOf(failures, ['failure', 'failures']);
  return [name, scale, ...countryTexts(facts)].join(' · ');
}

export function turnSentence(turn: Turn): string {
  if (turn.kind === 'signal') return turn.turn === 'watching' ? 'It is over.' : signalNames[turn.key].means;
  const { consequence, cause, owners } = turn.facts;
  const code = [cause.type, cause.code].filter((part) => part !== null).join(' ');
  const [owner] = owners;
  return [
    `${consequenceTitles[consequence]}.`,
    ...(code === '' ? [] : [`Code: ${code}.`]),
    ...(owner === undefined ? [] : [`Owner: ${owner}.`]),
  ].join(' ');
}

function countryTexts({ countries, others }: GroupFacts): readonly string[] {
  const [first] = countries;
  if (first === undefined) return [];
  const isOne = countries.length === 1 && others === 0;
  return [isOne ? (countryLabel(first.country) ?? first.country) : `${numberText(countries.length)} countries`];
}
