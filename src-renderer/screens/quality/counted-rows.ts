/** Prints and parses which attempts the screen lists, as text of its address. */
import type { CountedRetries } from '../../../src-shared/api/quality/figures.ts';
import { countedEndings, type CountedEnding } from '../../../src-shared/domain/quality/ending.ts';
import type { QualityField, QualityLine } from '../../../src-shared/domain/quality/quality-schemas.ts';
import { RETRY_CLASSES } from '../../../src-shared/domain/quality/recovery-time.ts';
import type { CountedPart } from '../../../src-shared/words/quality/rate-words.ts';

export interface CountedRows {
  readonly endings: readonly CountedEnding[];
  readonly field: QualityField | null;
  readonly value: string | null;
  readonly retries: CountedRetries | null;
}

const FIELDS = ['country', 'customer', 'cause', 'step', 'day'] as const;

export function printRows(of: CountedPart['of'], field: QualityField | null, { values }: QualityLine): string {
  const [value = null] = values;
  return [of, ...(field === null ? [] : [field]), ...(field === null || value === null ? [] : [value])].join('/');
}

export function printRetries({ of, class: index }: CountedRetries): string {
  return `retries/${of}/${index}`;
}

function parseRetries(of: string | undefined, index: string | undefined): CountedRows | null {
  const number = RETRY_CLASSES.findIndex((_, place) => String(place) === index);
  if ((of !== 'recovered' && of !== 'open') || number < 0) return null;
  return { endings: ['succeeded'], field: null, value: null, retries: { of, class: number } };
}

/** Returns null if the text names no figure. A value may have any sign. */
export function parseRows(text: string): CountedRows | null {
  const [of = '', name, ...value] = text.split('/');
  if (of === 'retries') return parseRetries(name, value[0]);
  const ending = countedEndings.find((each) => each === of);
  const field = FIELDS.find((each) => each === name) ?? null;
  if ((ending === undefined && of !== 'all') || (field === null && name !== undefined)) return null;
  const endings = ending === undefined ? countedEndings.filter((each) => each !== 'weakened') : [ending];
  return { endings, field, value: value.length === 0 ? null : value.join('/'), retries: null };
}
