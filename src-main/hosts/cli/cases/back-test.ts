/** `watchfloor alarms back-test`: what edited alarm settings would have done. Changes nothing. */
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Command } from 'commander';
import type { AlarmEffect, BackTest } from '../../../../src-shared/api/quality/back-test.ts';
import type { AlarmSettings } from '../../../../src-shared/domain/cases/alarm.ts';
import { parseAlarmSettings } from '../../../../src-shared/domain/cases/alarm-settings-text.ts';
import { parseJsonNodes } from '../../../../src-shared/lib/json-nodes.ts';
import { resolveTime } from '../../../../src-shared/domain/filter/filter.ts';
import {
  backTestLimits,
  backTestWords,
  hourText,
  peopleWords,
  proposalWords,
} from '../../../../src-shared/words/alarms/back-test-words.ts';
import { createViewFiles } from '../../../adapters/saved-views/list-file.ts';
import { createBackTest } from '../../../core/alarms/back-test/back-test.ts';
import { type StoreOptions, withRequiredOption, withStoreOptions } from '../options.ts';
import { badArgument } from '../outlets/outlet-options.ts';
import { keepDaysOf } from '../store/store-choice.ts';
import { chosenFormat, type FormatOptions, printRows, type RowLayout, withFormatOptions } from '../terminal/rows.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';
import { isoTime, parseTime, TIME_HELP } from '../terminal/times.ts';
import { withCaseProjection } from './opened-case-projection.ts';

interface BackTestOptions extends StoreOptions, FormatOptions {
  readonly rules: string;
  readonly since: string;
}

type Load = NonNullable<BackTest['load']>[number];

interface LoadRow {
  /** Null for the line of all hours. */
  readonly hour: Load | null;
  readonly of: BackTest;
}

const EXAMPLES = `
Examples:
  cp DATA_DIR/stores/PROFILE/alarms.json edited.json; $EDITOR edited.json
  watchfloor alarms back-test --rules edited.json --since -90d
  watchfloor alarms back-test --rules edited.json --format ndjson | jq 'select(.hour == null)'

The first line is the effect of FILE. Each further line is an hour of the day in the zone of this computer, with who took
the groups, one proposal, and what FILE would do with it. A call is an alarm that shows a banner or plays a sound. At night:
in the quiet hours of FILE, or from 22:00 to 06:00 if it has none. missed: groups that a person took, and nothing had called
for them. Rules from saved views are those of the profile.`;

const effectOf = ({ hour, of }: LoadRow): Pick<AlarmEffect, 'calls' | 'atNight'> => hour ?? of.effect;

const loadRows: RowLayout<LoadRow> = {
  fields: {
    hour: ({ hour }) => hour?.hour ?? null,
    calls: (row) => effectOf(row).calls,
    atNight: (row) => effectOf(row).atNight,
    missed: ({ hour, of }) => (hour === null ? of.effect.missed : null),
    taken: ({ hour, of }) => (hour === null ? of.taken : null),
    people: ({ hour }) => hour?.people ?? null,
    proposal: ({ hour }) => hour?.proposal?.change ?? null,
    proposedCalls: ({ hour }) => hour?.proposal?.effect.calls ?? null,
    proposedAtNight: ({ hour }) => hour?.proposal?.effect.atNight ?? null,
    proposedMissed: ({ hour }) => hour?.proposal?.effect.missed ?? null,
    from: ({ of }) => isoTime(of.from),
    to: ({ of }) => isoTime(of.to),
    completeFrom: ({ of }) => isoTime(of.completeFrom),
  },
  columns: [
    { title: 'HOUR', width: 5, cell: ({ hour }) => (hour === null ? 'all' : hourText(hour.hour)) },
    { title: 'CALLS', width: 6, cell: (row) => String(effectOf(row).calls).padStart(5) },
    { title: 'NIGHT', width: 6, cell: (row) => String(effectOf(row).atNight).padStart(5) },
    { title: 'TAKEN BY', width: 30, cell: ({ hour }) => (hour === null ? '' : peopleWords(hour.people)) },
    { title: 'PROPOSAL', width: 34, cell: ({ hour }) => (hour?.proposal ? proposalWords(hour.proposal.change) : '') },
    { title: 'THEN', width: 0, cell: thenWords },
  ],
};

function thenWords({ hour }: LoadRow): string {
  if (hour?.proposal == null) return '';
  const { calls, atNight, missed } = hour.proposal.effect;
  return `${calls} calls, ${atNight} at night, ${missed} missed`;
}

export function backTestCommand(terminal: Terminal): Command {
  const command = withRequiredOption(
    withStoreOptions(new Command('back-test'), terminal).description(
      'Print what edited alarm settings would have done with what is stored: calls, calls at night, and taken groups that they would have missed. Changes nothing.',
    ),
    '--rules <FILE>',
    'alarm settings as in alarms.json; what is missing has its default',
  ).option('--since <T>', `start of the history, at most 400 days ago: ${TIME_HELP}`, '90d');
  return withFormatOptions(command, Object.keys(loadRows.fields))
    .addHelpText('after', EXAMPLES)
    .action((options: BackTestOptions) => printBackTest(terminal, options));
}

async function printBackTest(terminal: Terminal, options: BackTestOptions): Promise<void> {
  const chosen = chosenFormat(terminal, options);
  const settings = await readRules(options.rules);
  const since = parseTime(options.since, '--since');
  await withCaseProjection(terminal, options, async ({ cases, projection, reader, clock, store, stopSignal }) => {
    const views = await createViewFiles(() => dirname(store.path)).read({ ...store, source: '' });
    const profile = { keepDays: keepDaysOf(store) };
    const backTest = createBackTest({ cases, projection, scanner: reader, clock, profile });
    const from = resolveTime(since, clock.now());
    const of = await backTest.run({ settings, views: [...views], from, withLoad: true }, stopSignal);
    await printRows(terminal, loadRows, chosen, () => [null, ...(of.load ?? [])].map((hour) => ({ hour, of })));
    for (const words of [backTestWords(of), ...backTestLimits(of, isoTime)])
      reportLine(terminal, `watchfloor: ${words}`);
  });
}

/** @throws AppError BAD_ARGUMENT, which names the line or the setting */
async function readRules(file: string): Promise<AlarmSettings> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw badArgument(`--rules: ${file} cannot be read.`);
  });
  const { settings, problems } = parseAlarmSettings(text);
  const [problem] = problems;
  if (problem === undefined) return settings;
  throw badArgument(`--rules: ${file}: ${problemWords(problem, text)}`);
}

function problemWords(problem: ReturnType<typeof parseAlarmSettings>['problems'][number], text: string): string {
  if (problem.kind === 'bad-part')
    return `"${problem.part}" is not a valid setting. docs/alarms.md describes the file.`;
  if (problem.kind === 'too-large') return 'the file is too large for alarm settings.';
  if (problem.kind === 'other-version') return 'a newer Watchfloor wrote the file.';
  const read = parseJsonNodes(text.replace(/^\uFEFF/, ''));
  if (read.kind !== 'mistake') return 'it is not alarm settings: "version" is missing.';
  return `line ${text.slice(0, read.at).split('\n').length} is not JSON. Expected: ${read.expected}.`;
}
