/** `watchfloor alarms`. Sends no notification and changes nothing. */
import { dirname } from 'node:path';
import { Command } from 'commander';
import { resolveTime } from '../../../../src-shared/domain/filter/filter.ts';
import { ALARM_PROJECTION, storedAlarms } from '../../../core/alarms/alarm-projection.ts';
import { withOutletDeliveries } from '../../../core/alarms/outlet-deliveries.ts';
import { type OutletLog, outletLog, storedOutlet } from '../../../core/outlets/outlet-entries.ts';
import type { EventReader } from '../../../core/ports/event-store.ts';
import { createOutletFiles } from '../../../adapters/outlets/outlet-files.ts';
import type { StoreLocation } from '../../../adapters/sqlite/events/files/store-directory.ts';
import { alarmRows } from './alarm-lines.ts';
import { backTestCommand } from './back-test.ts';
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

delivery: accepted by the desktop or a page, held-back (accepted, but the desktop showed no banners), not-shown, or due (not
confirmed). why an alarm does not notify: quiet (quiet hours), hours (out of the hours of its rules), muted, cap (over the
limit per minute), no-banner (its rules show no banner), late (15 minutes old when processed), acknowledged (before it was
shown); null if it notifies. deliveries: each outlet with the time, the outcome (delivered, retrying, not-delivered), its
detail, what the desktop did with notifications then (desk), and if a user clicked it. The newest 1,000 alarms are stored.`;

export function alarmsCommand(terminal: Terminal): Command {
  const command = withStoreOptions(new Command('alarms'), terminal)
    .option('--since <T>', `only alarms that began at or after: ${TIME_HELP}`)
    .option('-n, --limit <N>', 'only the newest N alarms', parseLimit);
  return withFormatOptions(command, Object.keys(alarmRows.fields))
    .addHelpText('after', EXAMPLES)
    .enablePositionalOptions()
    .addCommand(backTestCommand(terminal))
    .action((options: AlarmsOptions) => printAlarms(terminal, options));
}

async function printAlarms(terminal: Terminal, options: AlarmsOptions): Promise<void> {
  const { since, limit } = options;
  const chosen = chosenFormat(terminal, options);
  const from = since === undefined ? -Infinity : resolveTime(parseTime(since, '--since'), Date.now());
  await withStore(options, async (reader, store) => {
    const newestFirst = storedAlarms(await reader.projectionRecords(ALARM_PROJECTION)).toSorted(
      (one, other) => other.firstAt - one.firstAt || (one.id < other.id ? 1 : -1),
    );
    const outlets = await storedOutletLogs(reader, store);
    const alarms = withOutletDeliveries(newestFirst, outlets).filter(({ firstAt }) => firstAt >= from);
    const selected = alarms.slice(0, limit).toReversed();
    await printRows(terminal, alarmRows, chosen, () => selected.map((alarm) => ({ alarm, outlets })));
  });
}

async function storedOutletLogs(
  reader: EventReader,
  { id, name, practice, path }: StoreLocation,
): Promise<readonly OutletLog[]> {
  const files = createOutletFiles(() => dirname(path));
  // Settings that cannot be read are reported by `watchfloor outlets`.
  const outlets = await files.read({ id, name, practice, source: '' }).catch(() => []);
  return Promise.all(outlets.map(async (outlet) => outletLog(outlet, await storedOutlet(reader, outlet))));
}
