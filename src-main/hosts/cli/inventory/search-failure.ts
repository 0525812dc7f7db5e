import { AppError } from '../../../../src-shared/api/errors.ts';
import {
  documentedNames,
  refusedParts,
  type UndocumentedPart,
  withoutFieldPrefix,
} from '../../../../src-shared/service/search-body.ts';
import { processSecrets } from '../../process-secrets.ts';
import { failureOf } from '../failure.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';
import { terminalLines, terminalText } from '../terminal/terminal-text.ts';

/** Sets the exit code. `rawResponse`: null if the service did not answer. */
export function reportFailedSearch(terminal: Terminal, error: AppError, rawResponse: string | null): void {
  // A faulty service may repeat the request in its answer, including secrets.
  const response = rawResponse === null ? null : processSecrets.redact(rawResponse);
  const isShort = response !== null && wordsOf(error)?.includes(terminalText(response.trim())) === true;
  const words = wordsOf(response === null || isShort ? error : withoutQuotedResponse(error));
  terminal.exitCode = failureOf(error)?.exitCode ?? 1;
  if (words !== null) reportLine(terminal, words);
  if (response !== null && !isShort) reportLine(terminal, responseLines(response));
}

function wordsOf(error: AppError): string | null {
  return failureOf(error)?.words ?? null;
}

/** Removes the quoted beginning of the answer, because the complete answer follows. */
function withoutQuotedResponse(error: AppError): AppError {
  const { data } = error;
  if (data.code !== 'SERVICE_FAILED') return error;
  const { said: _, ...facts } = data.facts;
  return new AppError({ code: data.code, facts });
}

/** Lists the undocumented parts of the body that the answer may refer to. */
export function undocumentedWords(undocumented: readonly UndocumentedPart[], response: string | null): string[] {
  const blamed = refusedParts(undocumented, response ?? '');
  const named = blamed.length === 0 ? undocumented : blamed;
  return named.slice(0, MAX_PARTS).map(({ kind, name }) => {
    const documented = documentedNames(kind).map(withoutFieldPrefix).join(', ');
    return terminalText(
      `The provider does not document the ${PART_NAMES[kind]} "${withoutFieldPrefix(name)}"; documented: ${documented}.`,
    );
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

const MAX_RESPONSE_LENGTH = 4_000;

/** Formats the answer of the service, cut if it is long. From an HTML page it prints only the text. */
function responseLines(response: string): string {
  const start = response.slice(0, MAX_RESPONSE_LENGTH * 4);
  const isPage = /^\s*(?:<!doctype|<html)/i.test(start);
  const text = isPage
    ? start
        .replaceAll(/<(script|style)\b.*?(?:<\/\1\s*>|$)/gis, ' ')
        .replaceAll(/<[^>]*(?:>|$)/g, ' ')
        .replaceAll(/\s+/g, ' ')
    : start;
  const shown = text.trim().slice(0, MAX_RESPONSE_LENGTH).toWellFormed();
  const more = response.length > MAX_RESPONSE_LENGTH * 4 || text.trim().length > MAX_RESPONSE_LENGTH ? '…' : '';
  if (shown === '') return '  (an empty answer)';
  return terminalLines(shown.replaceAll('\r\n', '\n') + more)
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
