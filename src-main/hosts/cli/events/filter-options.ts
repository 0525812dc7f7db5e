import { type Command, InvalidArgumentError, Option } from 'commander';
import { isOutcome, type Outcome, outcomes } from '../../../../src-shared/domain/event/outcomes.ts';
import type { FilterOptions } from './event-filter.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { TIME_HELP } from '../terminal/times.ts';
import { withStoreOptions, type StoreOptions } from '../options.ts';
import { withChoices } from '../terminal/list-option.ts';

export interface EventSelectionOptions extends FilterOptions, StoreOptions {}

export function withFilterOptions(terminal: Pick<Terminal, 'environment'>, command: Command): Command {
  return withStoreOptions(command, terminal)
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
