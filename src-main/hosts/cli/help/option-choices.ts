/** A wrong value gets an error with the nearest valid one, never a silent correction. */
import { type Command, InvalidArgumentError } from 'commander';
import { nearestWord } from '../../../../src-shared/lib/nearest-word.ts';

function suggestionWords(value: string, choices: readonly string[]): string {
  // `json`, as in kubectl, is part of `ndjson`.
  const meant = nearestWord(value, choices) ?? choices.find((choice) => value.length > 2 && choice.includes(value));
  return meant === undefined ? '' : `Did you mean ${meant}? `;
}

export function suggestChoices(command: Command): void {
  for (const option of command.options) {
    const { argChoices, parseArg } = option;
    if (argChoices === undefined || parseArg === undefined) continue;
    option.argParser((value: string, previous: unknown) => {
      try {
        return parseArg(value, previous);
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error;
        const last = value.split(',').find((one) => !argChoices.includes(one.trim())) ?? value;
        throw new InvalidArgumentError(`${suggestionWords(last.trim(), argChoices)}${error.message}`);
      }
    });
  }
}
