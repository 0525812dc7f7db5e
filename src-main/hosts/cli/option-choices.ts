/** Values of which there are only some: whoever names another is told which was probably meant. Nothing is guessed. */
import { type Command, InvalidArgumentError, type Option } from 'commander';
import { nearestWord } from '../../../src-shared/lib/nearest-word.ts';

/** Help and completion list them; what is taken, and what is made of it, says the option's own parser. */
export function withChoices(option: Option, known: readonly string[]): Option {
  option.argChoices = [...known];
  return option;
}

/** `''` where none is near. */
function suggestionWords(value: string, known: readonly string[]): string {
  const meant = nearestWord(value, known);
  return meant === null ? '' : `Did you mean ${meant}? `;
}

/** Of every option that takes some values only. */
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
