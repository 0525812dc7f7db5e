/** `watchfloor verify`: compares a store with its proof of watch. Only reads, and works while another process collects. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { counted, eventsText, numberText } from '../../../../src-shared/words/store-words.ts';
import { type Difference, type Verification, verifyWatch } from '../../../adapters/sqlite/events/proof/verify-watch.ts';
import { withStoreOptions, type StoreOptions } from '../options.ts';
import { withOutput } from '../terminal/output.ts';
import { withProgress } from '../terminal/progress.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { isoTime } from '../terminal/times.ts';
import { chooseReadableStore } from './store-choice.ts';

interface VerifyOptions extends StoreOptions {
  readonly seals?: true;
  readonly deposited?: string;
}

const MAX_LINES = 20;

export function verifyCommand(terminal: Terminal): Command {
  return withStoreOptions(new Command('verify'), terminal)
    .option('--seals', 'print a line for each seal (time, number, hash) to keep elsewhere, and compare nothing else')
    .option('--deposited <FILE>', 'lines of --seals that were kept elsewhere: the store must still have each of them')
    .action((options: VerifyOptions) => printVerification(terminal, options));
}

async function printVerification(terminal: Terminal, options: VerifyOptions): Promise<void> {
  const deposited = options.deposited === undefined ? [] : depositedLines(options.deposited);
  const { path } = await chooseReadableStore(options.dataDir, options.profile);
  const verification = await withProgress(terminal, 'Verifying', (progress) =>
    verifyWatch(path, (seq) => progress.show(`Verifying, after event ${numberText(seq)}`)),
  );
  const { seals, differences } = verification;
  if (options.seals === true) {
    await withOutput(terminal, (output) => output.write(seals.map((seal) => `${sealLine(seal)}\n`).join('')));
    if (differences.length > 0) terminal.exitCode = 1;
    return;
  }
  const missing = deposited.filter((line) => !seals.some(({ hash }) => line.split(/\s+/).at(-1) === hash));
  if (differences.length > 0 || missing.length > 0 || seals.length === 0) terminal.exitCode = 1;
  const lines = verificationLines(verification, missing, deposited.length);
  await withOutput(terminal, (output) => output.write(lines.map((line) => `${terminalText(line)}\n`).join('')));
}

/** @throws AppError BAD_ARGUMENT */
function depositedLines(path: string): string[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw appError('BAD_ARGUMENT', { words: `--deposited "${path}" cannot be read: ${String(cause)}.` });
  }
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  const wrong = lines.find((line) => !/\b[0-9a-f]{64}$/.test(line));
  if (wrong === undefined && lines.length > 0) return lines;
  const problem = wrong === undefined ? 'is empty' : `has "${wrong.slice(0, 80)}"`;
  throw appError('BAD_ARGUMENT', { words: `--deposited "${path}" ${problem}. Expected lines of verify --seals.` });
}

const sealLine = ({ at, number, hash }: Verification['seals'][number]): string => `${isoTime(at)} ${number} ${hash}`;

export function verificationLines(found: Verification, missing: readonly string[], deposited: number): string[] {
  const { differences, seals, sealedEvents, unsealedEvents, sealedSpans, unsealedSpans, begins, removed, reopened } =
    found;
  const last = seals.at(-1);
  const spans = (count: number) => counted(count, 'session or gap').replace('session or gaps', 'sessions and gaps');
  const unsealed = `Not yet sealed: ${eventsText(unsealedEvents)}, ${spans(unsealedSpans)}.`;
  const isSame = differences.length === 0;
  const wrong = [
    ...differences.slice(0, MAX_LINES).map((difference) => differenceWords(difference)),
    ...(differences.length > MAX_LINES ? [`And ${counted(differences.length - MAX_LINES, 'more difference')}.`] : []),
    ...missing.map(
      (line) => `This store does not have the deposited seal ${line}. It is another store, or was made again.`,
    ),
  ];
  if (last === undefined)
    return [
      ...wrong,
      'Nothing is sealed yet, so it is not known whether anything changed. collect seals daily.',
      unsealed,
    ];
  const gone = removed.reduce((sum, { events }) => sum + events, 0);
  const [first, newest] = [removed.find(({ events }) => events > 0), removed.at(-1)];
  return [
    ...wrong,
    ...(begins === null ? [] : [`The chain begins on ${isoTime(begins.at)}. Nothing is known of changes before.`]),
    `Sealed until ${isoTime(last.at)}: ${eventsText(sealedEvents)}, ${spans(sealedSpans)}, ${counted(seals.length, 'seal')}.`,
    ...(first === undefined || newest === undefined
      ? []
      : [
          `Removed by retention from ${isoTime(first.at)} to ${isoTime(newest.at)}: ${eventsText(gone)}. Only their hashes are left.`,
        ]),
    ...(reopened.length === 0 ? [] : [reopenedWords(found)]),
    unsealed,
    isSame ? 'Nothing changed since it was sealed.' : 'Something CHANGED since it was sealed.',
    ...(deposited === 0
      ? ['Who can write this store can seal it again: compare with seals kept elsewhere (--seals, --deposited).']
      : missing.length > 0
        ? []
        : [`The store has all ${counted(deposited, 'deposited seal')}.`]),
    `Newest seal: ${sealLine(last)}`,
  ];
}

function reopenedWords({ reopened }: Verification): string {
  const why = { team: 'by the log of the team', repair: 'by a repair or restore', clock: 'because a clock was set' };
  const counts = Map.groupBy(reopened, (record) => record.why);
  return `Reopened: ${[...counts].map(([reason, records]) => `${counted(records.length, 'time')} ${why[reason]}`).join(', ')}.`;
}

function differenceWords(difference: Difference): string {
  switch (difference.kind) {
    case 'chain':
      return `Record ${difference.number} of the chain changed, or is missing.`;
    case 'texts':
      return `Events ${difference.first} to ${difference.last} changed since they were sealed, or one is missing.`;
    case 'added':
      return `Event ${difference.first} was added after its neighbours were sealed.`;
    case 'removed':
      return `Events ${difference.first} to ${difference.last}: others are missing than retention removed.`;
    case 'span':
      return `The ${difference.span} ${difference.id} changed since it was sealed, or is missing.`;
    case 'span added':
      return `The ${difference.span} ${difference.id} was added after later ones were sealed.`;
    default:
      return assertNever(difference);
  }
}
