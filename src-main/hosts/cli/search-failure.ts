/** A search that came to nothing: what it is, then the service's own words, readable and safe to show. */
import { AppError } from '../../../src-shared/api/errors.ts';
import { refusedParts, FIELD_PREFIX, type UndocumentedPart } from '../../../src-shared/service/search-body.ts';
import { documentedNames } from '../../../src-shared/service/search-body-parts.ts';
import { processSecrets } from '../process-secrets.ts';
import { failureOf } from './failure.ts';
import { reportLine, type Terminal } from './terminal.ts';
import { terminalLines, terminalText } from './terminal-text.ts';

/**
 * Sets the exit code.
 * @param answer of the service; `null` where it gave none
 */
export function reportFailedSearch(terminal: Terminal, error: AppError, answer: string | null): void {
  // Whoever looks for a fault may have a service that repeats what it was sent.
  const response = answer === null ? null : processSecrets.redact(answer);
  const isShort = response !== null && wordsOf(error)?.includes(terminalText(response.trim())) === true;
  const words = wordsOf(response === null || isShort ? error : withoutSaid(error));
  terminal.exitCode = failureOf(error)?.exitCode ?? 1;
  if (words !== null) reportLine(terminal, words);
  if (response !== null && !isShort) reportLine(terminal, answerLines(response));
}

function wordsOf(error: AppError): string | null {
  return failureOf(error)?.words ?? null;
}

/** Its beginning is not told twice. */
function withoutSaid(error: AppError): AppError {
  const { data } = error;
  if (data.code !== 'SERVICE_FAILED') return error;
  const { said: _, ...facts } = data.facts;
  return new AppError({ code: data.code, facts });
}

/** What of a body the answer may be about; none where all of it is documented. */
export function undocumentedWords(undocumented: readonly UndocumentedPart[], answer: string | null): string[] {
  const blamed = refusedParts(undocumented, answer ?? '');
  const named = blamed.length === 0 ? undocumented : blamed;
  return named.slice(0, MAX_PARTS).map(({ kind, name }) => {
    const known = documentedNames(kind).map(bare).join(', ');
    return terminalText(`The document does not show the ${PART_NAMES[kind]} "${bare(name)}"; it shows ${known}.`);
  });
}

const MAX_PARTS = 5;
const PART_NAMES: Readonly<Record<UndocumentedPart['kind'], string>> = {
  'filter-type': 'kind of filter',
  'filter-field': 'filter by',
  'sort-direction': 'sort direction',
  'sort-field': 'sort by',
  'return-field': 'field',
  property: 'property',
};

function bare(name: string): string {
  return name.startsWith(FIELD_PREFIX) ? name.slice(FIELD_PREFIX.length) : name;
}

/** Characters of an answer that anybody reads in a terminal. */
const MAX_RESPONSE_LENGTH = 4_000;

/** The service's own words, whole where they are short; of a page of HTML its text. */
function answerLines(answer: string): string {
  const beginning = answer.slice(0, MAX_RESPONSE_LENGTH * 4);
  const isPage = /^\s*(?:<!doctype|<html)/i.test(beginning);
  const text = isPage
    ? beginning
        .replaceAll(/<(script|style)\b.*?(?:<\/\1\s*>|$)/gis, ' ')
        .replaceAll(/<[^>]*(?:>|$)/g, ' ')
        .replaceAll(/\s+/g, ' ')
    : beginning;
  const shown = text.trim().slice(0, MAX_RESPONSE_LENGTH).toWellFormed();
  const more = answer.length > MAX_RESPONSE_LENGTH * 4 || text.trim().length > MAX_RESPONSE_LENGTH ? '…' : '';
  if (shown === '') return '  (an empty answer)';
  return terminalLines(shown.replaceAll('\r\n', '\n') + more)
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
