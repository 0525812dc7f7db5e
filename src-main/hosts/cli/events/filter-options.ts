/** Options that select stored events, shared by several commands. `event-filter.ts` builds the filter from them. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { isOutcome, type Outcome, outcomes } from '../../../../src-shared/domain/event/outcomes.ts';
import { dataDirOption } from '../data-dir-option.ts';
import type { FilterOptions } from './event-filter.ts';
import { withChoices } from '../help/option-choices.ts';
import { STORE_HELP } from '../store/store-choice.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { TIME_HELP } from '../terminal/times.ts';

export interface EventSelectionOptions extends FilterOptions {
  readonly dataDir: string;
  readonly profile?: string;
}

export function withFilterOptions(terminal: Pick<Terminal, 'environment'>, command: Command): Command {
  return command
    .addOption(dataDirOption(terminal))
    .option('--profile <NAME|ID|FILE>', STORE_HELP)
    .option(
      '--query <Q>',
      'only events that match this filter, such as: outcome:failed country:SE since:-2h (docs/filter.md)',
    )
    .option('--since <T>', `only events received at or after: ${TIME_HELP}`)
    .option('--until <T>', 'only events received at or before, in the same format')
    .addOption(repeatable('--kind <K>', 'only this kind, such as LOCALIZATION'))
    .addOption(withChoices(repeatable('--outcome <O>', 'only this outcome', parseOutcome), outcomes))
    .addOption(repeatable('--code <C>', 'only events with this error code'))
    .option('--text <S>', 'only events that contain this text; case is ignored');
}

/** Creates an option that may be repeated; each value adds to the selection. */
function repeatable(flags: string, description: string, parse = (value: string) => value): Option {
  return new Option(flags, `${description}; may be repeated`)
    .argParser((value, previous: string[]) => [...previous, parse(value)])
    .default([], 'all');
}

function parseOutcome(value: string): Outcome {
  if (!isOutcome(value)) throw new InvalidArgumentError(`Expected one of: ${outcomes.join(', ')}.`);
  return value;
}

/** Parses a list with commas. Each entry must be a known name; repeated names count once. */
export function parseChoiceList<Name extends string>(
  choices: readonly Name[],
  what: string,
): (value: string) => Name[] {
  return (value) => {
    const named = value.split(',').map((name) => {
      const found = choices.find((one) => one.toLowerCase() === name.trim().toLowerCase());
      if (found === undefined)
        throw new InvalidArgumentError(`"${name.trim()}" is not a ${what}. Expected one of: ${choices.join(', ')}.`);
      return found;
    });
    return [...new Set(named)];
  };
}
