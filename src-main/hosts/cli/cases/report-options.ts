/** `--mask`, `--zone` and `--by`, the same for the commands that write a report or a support pack. */
import { Option } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import { type MaskedField, maskedFields } from '../../../../src-shared/domain/event/masked-fields.ts';
import { isTimeZone } from '../../../../src-shared/words/zoned-time-words.ts';
import { parseMask } from '../mask-option.ts';
import { noTimeZoneWords } from '../terminal/times.ts';

const MAX_AUTHOR_LENGTH = 60;

export function maskOption(defaultFields: readonly MaskedField[]): Option {
  return new Option('--mask <F,F>', `fields to mask: ${maskedFields.join(', ')}, or none`)
    .argParser(parseMask)
    .default(defaultFields, defaultFields.join(','));
}

export function zoneOption(): Option {
  return new Option('--zone <Z>', "time zone of the times, such as Europe/Oslo or UTC; default: this computer's");
}

export function authorOption(): Option {
  return new Option('--by <NAME>', 'name of the author').default('');
}

/** @throws AppError BAD_ARGUMENT */
export function validateZoneAndAuthor({ zone, by }: { readonly zone?: string; readonly by: string }): void {
  if (zone !== undefined && !isTimeZone(zone)) throw appError('BAD_ARGUMENT', { words: noTimeZoneWords(zone) });
  if (by.length > MAX_AUTHOR_LENGTH)
    throw appError('BAD_ARGUMENT', { words: `--by is longer than ${MAX_AUTHOR_LENGTH} characters.` });
}
