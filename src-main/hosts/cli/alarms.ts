/** `watchfloor alarms`: what alarmed, and why; and what did not, and why not. It calls nobody, and changes nothing. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { momentOf } from '../../../src-shared/domain/filter.ts';
import { openEventReader } from '../../adapters/event-store/event-reader.ts';
import { ALARM_FOLLOWER, keptAlarms } from '../../core/alarms/alarm-follower.ts';
import { alarmJson, alarmTableHead, alarmTableLine } from './alarm-lines.ts';
import { dataDirOption } from './data-dir-option.ts';
import { printing } from './output.ts';
import { chooseReadable, STORE_HELP } from './store-choice.ts';
import { parseTime, TIME_HELP } from './times.ts';

interface AlarmsOptions {
  readonly dataDir: string;
  readonly profile?: string;
  readonly since?: string;
  readonly limit?: number;
  readonly format: 'table' | 'ndjson';
}

const EXAMPLES = `
Examples:
  watchfloor alarms --since 24h
  watchfloor alarms --format ndjson | jq -r 'select(.delivery == "not-shown") | [.firstAt, .why, .title] | @tsv'

delivery: shown, not-shown, or due: it was to be shown, and nobody has confirmed that. why, where it was not shown: quiet (quiet
hours), muted, cap (too many in that minute), no-banner (the rules only count it), late (a quarter of an hour old when it was
looked at), nobody (no page was open), refused (not allowed by this computer or browser). The newest thousand are kept.`;

export function alarmsCommand(): Command {
  return new Command('alarms')
    .description(
      'Print what alarmed, the newest last: why, or why it was not shown. Also while another process watches, and without a network.',
    )
    .addOption(dataDirOption())
    .option('--profile <NAME|ID|FILE>', `whose, where the directory holds several stores: ${STORE_HELP}`)
    .option('--since <T>', `that began at or after: ${TIME_HELP}`)
    .option('--limit <N>', 'at most so many, the newest', parseLimit)
    .addOption(
      new Option('--format <F>', 'how to print')
        .choices(['table', 'ndjson'])
        .default(process.stdout.isTTY ? 'table' : 'ndjson', 'table on a terminal, else ndjson'),
    )
    .addHelpText('after', EXAMPLES)
    .action(printAlarms);
}

async function printAlarms({ dataDir, profile, since, limit, format }: AlarmsOptions): Promise<void> {
  const from = since === undefined ? -Infinity : momentOf(parseTime(since, '--since'), Date.now());
  const store = await chooseReadable(dataDir, profile);
  const reader = openEventReader(store.path);
  try {
    const kept = keptAlarms(await reader.followerRecords(ALARM_FOLLOWER))
      .filter(({ firstAt }) => firstAt >= from)
      .toSorted((one, other) => one.firstAt - other.firstAt || (one.id < other.id ? -1 : 1));
    const wanted = limit === undefined ? kept : kept.slice(Math.max(0, kept.length - limit));
    await printing(async (output) => {
      if (format === 'table') await output.write(alarmTableHead());
      for (const alarm of wanted)
        // oxlint-disable-next-line no-await-in-loop -- a slow reader is waited for
        await output.write(format === 'table' ? alarmTableLine(alarm) : alarmJson(alarm));
    });
  } finally {
    await reader.close();
  }
}

function parseLimit(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(value);
}
