/** Writes the service report of the month before, as soon as it is over, and at the start if its files are missing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../../src-shared/api/errors.ts';
import type { ServiceFormat, ServiceReport } from '../../../../src-shared/api/quality/service-report.ts';
import { DEFAULT_MASKED_FIELDS } from '../../../../src-shared/domain/event/masked-fields.ts';
import type { ProfileId } from '../../../../src-shared/domain/identity.ts';
import { daysOfMonth, endOfMonth, monthBefore } from '../../../../src-shared/domain/service-span.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src-shared/lib/durations.ts';
import { zoneOrUtc } from '../../../../src-shared/lib/zone.ts';
import { errorWords } from '../../../../src-shared/words/error-words.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { withRequiredMasks } from '../../../core/policy/policy-rules.ts';
import type { Policy } from '../../../../src-shared/api/policy/policy.ts';
import type { Log } from '../../../core/ports/log.ts';
import type { ServiceReports } from '../../../core/reports/create-service-reports.ts';
import { maskedReport } from '../../../core/reports/masked-report.ts';
import { serviceFile } from '../../../core/reports/service-file.ts';
import { writeOutput } from '../terminal/output-file.ts';

interface MonthlyReportParts {
  readonly directory: string;
  readonly profile: ProfileId;
  /** IANA name. */
  readonly zone: string;
  readonly reports: Pick<ServiceReports, 'report'>;
  readonly clock: Clock;
  readonly policy: Policy;
  readonly log: Log;
  readonly print: (line: string) => void;
}

const FORMATS: readonly ServiceFormat[] = ['html', 'xlsx', 'json'];
/** After a start the stored events may not be counted yet; and a folder may be writable again. */
const RETRY_MS = MINUTE_MS;
/** The clock may be set. */
const MAX_REST_MS = HOUR_MS;

/** Runs until the signal is aborted. A failure is printed once, and tried again each minute. Never rejects. */
export async function writeMonthlyReports(parts: MonthlyReportParts, signal: AbortSignal): Promise<void> {
  const { clock, log, print, zone } = parts;
  let [printed, done] = ['', ''];
  while (!signal.aborted) {
    const month = monthBefore(clock.now(), zoneOrUtc(zone));
    try {
      if (month !== done && (await writeMissing(parts, month, signal))) done = month;
      printed = '';
    } catch (error) {
      if (signal.aborted) return;
      const words = error instanceof AppError ? errorWords(error.data, 'terminal') : 'unexpected error; see the log';
      if (!(error instanceof AppError)) log.error('the service report could not be written', { error });
      if (words !== printed) print(`The service report of ${month} is not written: ${words}`);
      printed = words;
    }
    const restMs = Math.min(MAX_REST_MS, Math.max(0, endOfMonth(clock.now(), zoneOrUtc(zone)) - clock.now()));
    await clock.sleep(month === done ? restMs : RETRY_MS, signal).catch(() => undefined);
  }
}

/** Returns false if it must be tried again. @throws AppError STORE_…, BAD_ARGUMENT, EXPORT_FAILED */
async function writeMissing(
  { directory, profile, zone, reports, policy, print }: MonthlyReportParts,
  month: string,
  signal: AbortSignal,
): Promise<boolean> {
  const missing = FORMATS.map((format) => ({
    format,
    path: join(directory, `${profile}-service-report-${month}.${format}`),
  })).filter(({ path }) => !existsSync(path));
  const days = daysOfMonth(month);
  if (missing.length === 0 || days === null) return true;
  const made = await reports.report({ ...days, zone }, signal);
  if (made.behind > 0) return false;
  if (isBeforeFirstStart(made)) return true;
  const report = maskedReport(made, withRequiredMasks(policy, DEFAULT_MASKED_FIELDS));
  for (const { format, path } of missing) await writeOutput(path, await serviceFile(report, format), true);
  print(`Service report of ${month}: ${missing.map(({ path }) => path).join(', ')}`);
  return true;
}

function isBeforeFirstStart({ watched, gaps }: ServiceReport): boolean {
  return watched.watchedMs === 0 && gaps.length === 0;
}
