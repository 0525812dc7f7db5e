/**
 * The log: JSON lines, redacted at the sink. Fields whose names say secret are removed whatever their value; values
 * that look like bearer tokens or carry them in a query are cut out of every text.
 */
import { pino } from 'pino';
import type { Log } from '../../core/ports/log.ts';

const SECRET_NAME = /token|secret|password|authorization|cookie|verifier/i;
const SECRET_TEXT =
  /\b(Bearer|Basic)\s+[\w~+/.=-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]*|([?&#](?:access_token|refresh_token|id_token|code|state|client_secret|launch)=)[^&\s"]+/gi;

/** `destination`: a file path, or a file descriptor (2 is stderr). */
export function createPinoLog(options: {
  destination: string | number;
  level?: 'info' | 'warn' | 'error';
}): Log & { flush(): void } {
  const sink = pino.destination({ dest: options.destination, mkdir: true, sync: true, mode: 0o600 });
  const logger = pino({ level: options.level ?? 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime }, sink);
  return {
    info: (message, fields = {}) => logger.info(redact(fields), redactText(message)),
    warn: (message, fields = {}) => logger.warn(redact(fields), redactText(message)),
    error: (message, fields = {}) => logger.error(redact(fields), redactText(message)),
    flush: () => sink.flushSync(),
  };
}

function redactText(text: string): string {
  return text.replaceAll(
    SECRET_TEXT,
    (_match, scheme?: string, parameter?: string) => `${parameter ?? scheme ?? ''}[redacted]`,
  );
}

/** A copy without secrets, at most eight levels deep; errors become their name, code, message, stack and causes. */
function redact(fields: object, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, item]) => [
      name,
      SECRET_NAME.test(name) && typeof item !== 'object' ? '[redacted]' : redactValue(item, depth + 1),
    ]),
  );
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 8) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  if (!(value instanceof Error)) return redact(value, depth);
  const { name, message, stack, cause } = value;
  return redact({ name, code: 'code' in value ? value.code : undefined, message, stack, cause }, depth);
}
