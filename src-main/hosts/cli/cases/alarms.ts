/**
 * `watchfloor alarms`: prints alarms with the reason why they were shown or not shown. Sends no notification and
 * changes nothing.
 */
import { Command } from 'commander';
import { resolveTime } from '../../../../src-shared/domain/filter/filter.ts';
import { ALARM_PROJECTION, storedAlarms } from '../../../core/alarms/alarm-projection.ts';
import { alarmRows } from './alarm-lines.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { parseTime, TIME_HELP } from '../terminal/times.ts';
import { parseLimit, withStoreOptions, type StoreOptions } from '../options.ts';
import { chosenFormat, type FormatOptions, withFormatOptions, printRows } from '../terminal/rows.ts';
import { withStore } from '../store/store-choice.ts';

interface AlarmsOptions extends FormatOptions, StoreOptions {
  readonly since?: string;
  readonly limit?: number;
}

const EXAMPLES = `
Examples:
  watchfloor alarms --since 24h
  watchfloor alarms --format ndjson | jq -r 'select(.delivery == "not-shown") | [.firstAt, .why, .title] | @tsv'

delivery: shown, not-shown, or due (not confirmed as shown). why an alarm was not shown: quiet (quiet hours), hours (out of
the hours of its rules), muted, cap (over the limit per minute), no-banner (its rules show no banner), late (15 minutes old
when processed), acknowledged (before it was shown), nobody (no page was open), refused (not allowed by this computer or
browser). The newest 1,000 alarms are stored.`;

export function alarmsCommand(terminal: Terminal): Command {
  const command = withStoreOptions(new Command('alarms'), terminal)
    .option('--since <T>', `only alarms that began at or after: ${TIME_HELP}`)
    .option('-n, --limit <N>', 'only the newest N alarms', parseLimit);
  return withFormatOptions(command, Object.keys(alarmRows.fields))
    .addHelpText('after', EXAMPLES)
    .action((options: AlarmsOptions) => printAlarms(terminal, options));
}

async function printAlarms(terminal: Terminal, options: AlarmsOptions): Promise<void> {
  const { since, limit } = options;
  const chosen = chosenFormat(terminal, options);
  const from = since === undefined ? -Infinity : resolveTime(parseTime(since, '--since'), Date.now());
  await withStore(options, async (reader) => {
    const alarms = storedAlarms(await reader.projectionRecords(ALARM_PROJECTION))
      .filter(({ firstAt }) => firstAt >= from)
      .toSorted((one, other) => one.firstAt - other.firstAt || (one.id < other.id ? -1 : 1));
    const selected = limit === undefined ? alarms : alarms.slice(Math.max(0, alarms.length - limit));
    await printRows(terminal, alarmRows, chosen, () => selected);
  });
}
