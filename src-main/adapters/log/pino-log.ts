/**
 * Writes the log as JSON lines to a file and redacts every line. Removes the values of fields with secret-like names,
 * and from every text what looks like a secret or is a known one. Never throws: a full disk must not end watching.
 */
import { pino } from 'pino';
import { appError } from '../../../src-shared/api/errors.ts';
import type { Log } from '../../core/ports/log.ts';
import { type RotatingFile, createRotatingFile } from './rotating-file.ts';

const NAMES = 'access_token|refresh_token|id_token|client_secret|code_verifier|code|state|launch';
const SECRET_NAME = /token|secret|password|authorization|cookie|verifier/i;
const SECRET_TEXTS = [
  /\b((?:Bearer|Basic)\s+)[\w~+/.=-]+/gi,
  /()\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  // Secrets in a query, a form or JSON text.
  new RegExp(`((?:^|[?&#\\s"'{,])(?:${NAMES})["']?\\s*[=:]\\s*["']?)[^&\\s"',}]+`, 'gi'),
];
/** Some weeks of a quiet service. One older file is kept as well, so the log covers up to twice as much. */
const MAX_BYTES = 10_000_000;

/** `redactKnown` removes the known secrets of this process. @throws AppError STORE_UNWRITABLE */
export function createPinoLog(path: string, redactKnown: (text: string) => string = (text) => text): Log {
  const redactText = (text: string) => withoutSecretTexts(redactKnown(text));
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, open(path));
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (message: string, fields: Record<string, unknown> = {}) => {
      try {
        logger[level](redact(fields, redactText), redactText(message));
      } catch {
        // The log itself failed, so there is no place to report it.
      }
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

function open(path: string): RotatingFile {
  try {
    return createRotatingFile(path, MAX_BYTES);
  } catch (cause) {
    const detail = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
    throw appError('STORE_UNWRITABLE', { path, problem: 'log', ...(detail !== undefined && { detail }) }, { cause });
  }
}

function withoutSecretTexts(text: string): string {
  return SECRET_TEXTS.reduce((rest, secret) => rest.replaceAll(secret, '$1[redacted]'), text);
}

/** Copies without secrets, at most eight levels deep. Errors become their name, code, message, stack and causes. */
function redact(fields: object, redactText: (text: string) => string, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, item]) => [
      name,
      SECRET_NAME.test(name) ? '[redacted]' : redactValue(item, redactText, depth + 1),
    ]),
  );
}

function redactValue(value: unknown, redactText: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 8) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redactText, depth + 1));
  if (!(value instanceof Error)) return redact(value, redactText, depth);
  const { name, message, stack, cause } = value;
  return redact({ name, code: 'code' in value ? value.code : undefined, message, stack, cause }, redactText, depth);
}
