/**
 * `watchfloor alarms`: prints alarms with the reason why they were shown or not shown. Sends no notification and
 * changes nothing.
 */
import { Command } from 'commander';
import { resolveTime } from '../../../../src-shared/domain/filter/filter.ts';
import { openEventReader } from '../../../adapters/sqlite/events/event-reader.ts';
import { ALARM_PROJECTION, storedAlarms } from '../../../core/alarms/alarm-projection.ts';
import { alarmRows } from './alarm-lines.ts';
import { dataDirOption } from '../data-dir-option.ts';
import { parseLimit } from '../limit-option.ts';
import { withOutput } from '../terminal/output.ts';
import { chosenFormat, type FormatOptions, withFormatOptions } from '../terminal/row-format.ts';
import { rowLines } from '../terminal/rows.ts';
import { chooseReadableStore, READS_OFFLINE, STORE_HELP } from '../store/store-choice.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { parseTime, TIME_HELP } from '../terminal/times.ts';

interface AlarmsOptions extends FormatOptions {
  readonly dataDir: string;
  readonly profile?: string;
  readonly since?: string;
  readonly limit?: number;
}

const EXAMPLES = `
Examples:
  watchfloor alarms --since 24h
  watchfloor alarms --format ndjson | jq -r 'select(.delivery == "not-shown") | [.firstAt, .why, .title] | @tsv'

delivery: shown, not-shown, or due (not confirmed as shown). why an alarm was not shown: quiet (quiet hours), muted, cap (over
the limit per minute), no-banner (its rules show no banner), late (15 minutes old when processed), nobody (no page was open),
refused (not allowed by this computer or browser). The newest 1,000 alarms are stored.`;

export function alarmsCommand(terminal: Terminal): Command {
  const command = new Command('alarms')
    .description(`Print alarms, newest last, with the reason for each, or why it was not shown. ${READS_OFFLINE}`)
    .addOption(dataDirOption(terminal))
    .option('--profile <NAME|ID|FILE>', STORE_HELP)
    .option('--since <T>', `only alarms that began at or after: ${TIME_HELP}`)
    .option('--limit <N>', 'only the newest N alarms', parseLimit);
  return withFormatOptions(command)
    .addHelpText('after', EXAMPLES)
    .action((options: AlarmsOptions) => printAlarms(terminal, options));
}

async function printAlarms(
  terminal: Terminal,
  { dataDir, profile, since, limit, ...options }: AlarmsOptions,
): Promise<void> {
  const lines = rowLines(alarmRows, chosenFormat(terminal, options));
  const from = since === undefined ? -Infinity : resolveTime(parseTime(since, '--since'), Date.now());
  const store = await chooseReadableStore(dataDir, profile);
  const reader = openEventReader(store.path);
  try {
    const alarms = storedAlarms(await reader.projectionRecords(ALARM_PROJECTION))
      .filter(({ firstAt }) => firstAt >= from)
      .toSorted((one, other) => one.firstAt - other.firstAt || (one.id < other.id ? -1 : 1));
    const selected = limit === undefined ? alarms : alarms.slice(Math.max(0, alarms.length - limit));
    await withOutput(terminal, async (output) => {
      await output.write(lines.head);
      for (const alarm of selected) await output.write(lines.line(alarm));
    });
  } finally {
    await reader.close();
  }
}
