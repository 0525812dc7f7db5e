/** `watchfloor coverage`: when somebody listened, when nobody did, and why. */
import { Command, Option } from 'commander';
import { momentOf } from '../../../src-shared/domain/filter.ts';
import { coverageAfterCrash } from '../../../src-shared/domain/coverage.ts';
import { openEventReader } from '../../adapters/event-store/event-reader.ts';
import { isWriterLockHeld } from '../../adapters/event-store/writer-lock.ts';
import {
  coverageJson,
  coverageSpans,
  coverageSummary,
  coverageTableHead,
  coverageTableLine,
} from './coverage-lines.ts';
import { dataDirOption } from './data-dir-option.ts';
import { printing } from './output.ts';
import { chooseReadable, STORE_HELP } from './store-choice.ts';
import { parseTime, TIME_HELP } from './times.ts';

interface CoverageOptions {
  readonly dataDir: string;
  readonly profile?: string;
  readonly since?: string;
  readonly until?: string;
  readonly format: 'table' | 'ndjson';
}

export function coverageCommand(): Command {
  return new Command('coverage')
    .description(
      'Print sessions (somebody listened), gaps (nobody did) and reconnects (planned, at most 10 s), oldest first.',
    )
    .addOption(dataDirOption())
    .option('--profile <NAME|ID|FILE>', `whose coverage, where the directory holds several stores: ${STORE_HELP}`)
    .option('--since <T>', `what touches the time from then on: ${TIME_HELP}`)
    .option('--until <T>', 'what touches the time until then, in the same forms')
    .addOption(
      new Option('--format <F>', 'how to print; the table ends with what it comes to')
        .choices(['table', 'ndjson'])
        .default(process.stdout.isTTY ? 'table' : 'ndjson', 'table on a terminal, else ndjson'),
    )
    .action(printCoverage);
}

async function printCoverage(options: CoverageOptions): Promise<void> {
  const now = Date.now();
  const asked = {
    from: options.since === undefined ? 0 : timeOf(options.since, '--since', now),
    to: options.until === undefined ? Number.MAX_SAFE_INTEGER : timeOf(options.until, '--until', now),
  };
  const store = await chooseReadable(options.dataDir, options.profile);
  const reader = openEventReader(store.path);
  try {
    const stored = await reader.coverage(asked);
    const coverage = isWriterLockHeld(store.lock) ? stored : coverageAfterCrash(stored);
    const spans = coverageSpans(coverage, now);
    await printing(async (output) => {
      if (options.format === 'ndjson') {
        for (const span of spans) await output.write(coverageJson(span));
        return;
      }
      await output.write(coverageTableHead());
      for (const span of spans) await output.write(coverageTableLine(span));
      await output.write(coverageSummary(coverage, asked, now));
    });
  } finally {
    await reader.close();
  }
}

/** UTC epoch ms. */
function timeOf(text: string, option: string, now: number): number {
  return momentOf(parseTime(text, option), now);
}
