/** Names and notes come from users: the caller makes them visible text. */
import type { Undone } from '../api/cases.ts';
import { assertNever } from '../lib/assert-never.ts';
import type { Author, ActionEntry, Action, MuteEnd } from '../domain/cases/action.ts';
import type { ReportAction } from '../domain/report-action.ts';
import type { ViewAction } from '../domain/shared-view.ts';
import { isCauseKey } from '../domain/cases/case-keys.ts';
import { authorWords } from '../domain/cases/author-name.ts';
import { numberText } from './store-words.ts';

type Person = Pick<Author, 'id' | 'name'>;

export function ownerWords(owner: Person | null, me: Person | null): string {
  if (owner === null) return 'unassigned';
  return owner.id === me?.id ? 'you' : authorWords(owner);
}

export function ownersWords(owners: readonly { readonly owner: Person | null }[], me: Person | null): string {
  const [first = null, ...others] = owners;
  if (others.length === 0) return ownerWords(first?.owner ?? null, me);
  const people = owners.filter(({ owner }) => owner !== null).length;
  const also = people < owners.length ? ', some unassigned' : '';
  if (people === 1) return `${ownerWords(owners.find(({ owner }) => owner !== null)?.owner ?? null, me)}${also}`;
  return `${people} people${also}`;
}

export function initials(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => word !== '');
  const [first = '', last = ''] = [words.at(0), words.length > 1 ? words.at(-1) : ''];
  return `${letter(first)}${letter(last)}`;
}
function letter(word: string): string {
  return /[\p{L}\p{N}]/u.exec(word)?.[0].toUpperCase() ?? '';
}

/** End of a mute: "until 15:12", "until it fails again". @param time formats a time with its zone */
export function muteEndWords(ends: MuteEnd, time: (at: number) => string): string {
  return ends.kind === 'time' ? `until ${time(ends.at)}` : UNTIL[ends.kind];
}

const UNTIL = { 'next-failure': 'until it fails again', worse: 'until it gets worse' } as const;

/**
 * Example: "took all 214", "took 3 cases". Follows the person's name or "You". Without the text of a note or comment.
 * `it`: what the action is about.
 */
export function actionWords(
  action: Action,
  cases: number,
  time: (at: number) => string,
  it = cases > 1 ? `all ${numberText(cases)}` : 'it',
): string {
  if (action.kind === 'mute') return `muted ${it} ${muteEndWords(action.ends, time)}`;
  if (action.kind === 'remind') return `set a reminder for ${time(action.at)}`;
  if (action.kind === 'pack') return `made a support pack${action.ticket === null ? '' : ', for ticket'}`;
  if (action.kind === 'undo') return `undid “${actionWords(action.undone, cases, time, it)}”`;
  if (action.kind === 'share-view' || action.kind === 'unshare-view') return viewActionWords(action);
  if (action.kind === 'explain' || action.kind === 'set-targets') return reportActionWords(action);
  const words: Readonly<Record<typeof action.kind, string>> = {
    take: `took ${it}`,
    release: `released ${it}`,
    note: cases > 1 ? `wrote a note on ${it}` : 'wrote a note',
    done: `marked ${it} as done`,
    reopen: `reopened ${it}`,
    unmute: `unmuted ${it}`,
    retried: cases > 1 ? `retried ${it}` : 'retried',
    reminded: 'acknowledged the reminder',
    'hand-over': `handed ${it} over to the next shift`,
    accept: `accepted ${it} from the last shift`,
    decline: `declined ${it}`,
  };
  return words[action.kind];
}

export function viewActionWords({ kind, view: { name } }: ViewAction): string {
  return kind === 'share-view' ? `shared the view “${name}” with the team` : `stopped sharing the view “${name}”`;
}

export function reportActionWords(action: ReportAction): string {
  if (action.kind === 'set-targets') return 'set the targets of the service report';
  return `wrote why ${action.of.target === null ? 'it was not watched' : 'a target was missed'}`;
}

/** A group action counts the cases that were open then, not the group itself. */
export function caseCountOf({ subjects }: Pick<ActionEntry, 'subjects'>): number {
  return subjects.filter((subject) => !isCauseKey(subject)).length;
}

export function notUndoneWords(undone: Undone): string | null {
  switch (undone.kind) {
    case 'undone':
      return null;
    case 'partly':
      return `Undone on ${numberText(undone.undone)} of ${numberText(undone.of)}. ${sinceWords(undone.by)} with the others.`;
    case 'nothing':
      return `Nothing was undone. ${sinceWords(undone.by)} with it.`;
    case 'not-known':
      return 'The undo is stored, and the team does not have it yet. The log of the case shows what it takes back once it does.';
    default:
      return assertNever(undone);
  }
}

const sinceWords = (by: string | null) =>
  by === null ? 'Something else has happened' : `${by} has done something else`;
