/** Records an action of an operator. Next to a running watch, that process records it: one process writes the store. */
import { createHash, randomBytes } from 'node:crypto';
import { Command, InvalidArgumentError, Option } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import type {
  ActedSubject,
  CommandAction,
  RecordedSubjects,
  SubjectAction,
} from '../../../../src-shared/api/subject-actions.ts';
import { typedNameWords } from '../../../../src-shared/domain/cases/author-name.ts';
import type { MuteEnd, UndoableAction } from '../../../../src-shared/domain/cases/action.ts';
import { ACTION_LIMITS } from '../../../../src-shared/domain/cases/action-limits.ts';
import { isCauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { parseFilterTime } from '../../../../src-shared/domain/filter/filter-time.ts';
import { HOUR_MS } from '../../../../src-shared/lib/durations.ts';
import { LAST_MOMENT } from '../../../../src-shared/lib/last-moment.ts';
import { actionWords } from '../../../../src-shared/words/ownership-words.ts';
import { isoTime } from '../terminal/times.ts';
import { chosenFormat, type FormatOptions, printRows, type RowLayout, withFormatOptions } from '../terminal/rows.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withRequiredOption, withStoreOptions, type StoreOptions } from '../options.ts';

interface ActOptions extends FormatOptions, StoreOptions {
  readonly by: string;
  readonly note?: string;
  readonly for?: number;
  readonly until?: 'next-failure' | 'worse';
}

const EXAMPLES: Readonly<Record<CommandAction, string>> = {
  take: `watchfloor take START_PROFILE_ALLOCATION_FAILED --by 'Ines Haugen'`,
  note: `watchfloor note 89049032000001000000035728471950 --by on-call-bot --note 'ticket 4711'`,
  done: `watchfloor done …471950 --by 'Ines Haugen' --note 'device swapped'`,
  reopen: `watchfloor reopen …471950 --by 'Ines Haugen'`,
  mute: `watchfloor mute 'Allocation failed' --by maintenance --for 2h`,
  unmute: `watchfloor unmute 'Allocation failed' --by maintenance`,
};

const SUBJECT_WORDS = `SUBJECT: a failure group by its error code or its name on the page; an eUICC by its EID; a request by its id; or a key
that cases prints. A part of at least 4 characters is enough if only one thing has it. If one SUBJECT is unknown or
ambiguous, nothing is done (exit code 2).

While another process watches, that process records the action, and its page shows it within a second.`;

export function actCommand(terminal: Terminal, kind: CommandAction): Command {
  const command = withStoreOptions(new Command(kind).argument('<SUBJECT...>', 'what it is about'), terminal);
  withRequiredOption(command, '--by <NAME>', 'name of the operator; it says whom to ask', undefined, parseName);
  if (kind === 'note') withRequiredOption(command, '--note <TEXT>', 'the note', undefined, parseNote);
  else command.option('--note <TEXT>', 'a comment', parseNote);
  if (kind === 'mute')
    command
      .option('--for <DURATION>', 'such as 90m, 8h or 2d; default: 1h', parseDuration)
      .addOption(
        new Option('--until <END>', 'instead of a time: until the next failure, or until it gets worse')
          .choices(['next-failure', 'worse'])
          .conflicts('for'),
      );
  return withFormatOptions(command, Object.keys(actedRows.fields))
    .addHelpText('after', `\nExample:\n  ${EXAMPLES[kind]}\n\n${SUBJECT_WORDS}`)
    .action((subjects: string[], options: ActOptions) => act(terminal, kind, subjects, options));
}

async function act(terminal: Terminal, kind: CommandAction, subjects: string[], options: ActOptions): Promise<void> {
  const chosen = chosenFormat(terminal, options);
  if (subjects.some((subject) => subject.trim() === ''))
    throw appError('BAD_ARGUMENT', { words: 'A SUBJECT is empty. Nothing was done.' });
  const author = { id: authorId(options.by), name: options.by };
  const what: UndoableAction = kind === 'mute' ? { kind, ends: muteEnd(options, terminal.clock.now()) } : { kind };
  const id = randomBytes(16).toString('hex');
  const action: SubjectAction = { id, subjects, author, what, text: options.note ?? '' };
  const { recordAction } = await import('./record-action.ts');
  const recorded = await recordAction(terminal, options, action);
  if (recorded !== null) await printRows(terminal, actedRows, chosen, () => rowsOf(recorded, action));
}

/** The same name is the same operator, also from another computer. A user of the page has a random id. */
export function authorId(name: string): string {
  return `name-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
}

function muteEnd({ for: durationMs = HOUR_MS, until }: ActOptions, now: number): MuteEnd {
  return until === undefined ? { kind: 'time', at: Math.min(LAST_MOMENT, now + durationMs) } : { kind: until };
}

interface ActedRow extends ActedSubject, Pick<SubjectAction, 'author' | 'what' | 'text'> {
  readonly at: number;
  readonly actions: readonly string[];
}

function rowsOf({ at, subjects, actions }: RecordedSubjects, { author, what, text }: SubjectAction): ActedRow[] {
  return subjects.map((subject) => ({ ...subject, author, what, text, at, actions }));
}

const actedRows: RowLayout<ActedRow> = {
  fields: {
    action: ({ what }) => what.kind,
    subject: ({ key }) => key,
    name: ({ name }) => name,
    isGroup: ({ key }) => isCauseKey(key),
    cases: ({ cases }) => cases,
    by: ({ author }) => typedNameWords(author.name),
    at: ({ at }) => isoTime(at),
    note: ({ text }) => text,
    ends: ({ what }) =>
      what.kind === 'mute' ? (what.ends.kind === 'time' ? isoTime(what.ends.at) : what.ends.kind) : null,
    actions: ({ actions }) => actions,
  },
  columns: [
    { title: 'AT (UTC)', width: 24, cell: ({ at }) => isoTime(at) },
    { title: 'DONE', width: 0, cell: doneWords },
  ],
};

function doneWords({ author, what, cases, name }: ActedRow): string {
  return `${typedNameWords(author.name)} ${actionWords(what, cases, isoTime)}: ${name}`;
}

export function parseName(value: string): string {
  const name = value.trim();
  if (name === '') throw new InvalidArgumentError('Expected a name.');
  if (name.length > ACTION_LIMITS.name)
    throw new InvalidArgumentError(`A name has at most ${ACTION_LIMITS.name} characters.`);
  return name;
}

export function parseNote(value: string): string {
  const note = value.trim();
  if (note === '') throw new InvalidArgumentError('Expected a text.');
  if (note.length > ACTION_LIMITS.text)
    throw new InvalidArgumentError(`A note has at most ${ACTION_LIMITS.text} characters.`);
  return note;
}

function parseDuration(value: string): number {
  const time = parseFilterTime(value);
  if (time?.kind !== 'ago' || time.ms <= 0) throw new InvalidArgumentError('Expected a time such as 90m, 8h or 2d.');
  return time.ms;
}
