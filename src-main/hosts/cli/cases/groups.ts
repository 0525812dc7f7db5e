import { Command } from 'commander';
import type { FailureGroup } from '../../../../src-shared/api/cases.ts';
import { authorWords } from '../../../../src-shared/domain/cases/author-name.ts';
import { failureGroupName } from '../../../../src-shared/words/request-group-words.ts';
import { type StoreOptions, withStoreOptions } from '../options.ts';
import { chosenFormat, type FormatOptions, printRows, type RowLayout, withFormatOptions } from '../terminal/rows.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';
import { isoTime } from '../terminal/times.ts';
import { withCaseProjection } from './opened-case-projection.ts';

const EXAMPLES = `
Examples:
  watchfloor groups
  watchfloor groups --format ndjson | jq -r 'select(.owners == []) | .key'

key: take, note, done and mute take it, and so does cases of the page. partial requests count failed of all resources.`;

export function groupsCommand(terminal: Terminal): Command {
  return withFormatOptions(withStoreOptions(new Command('groups'), terminal), Object.keys(groupRows.fields))
    .addHelpText('after', EXAMPLES)
    .action((options: StoreOptions & FormatOptions) => printGroups(terminal, options));
}

async function printGroups(terminal: Terminal, options: StoreOptions & FormatOptions): Promise<void> {
  const chosen = chosenFormat(terminal, options);
  await withCaseProjection(terminal, options, async ({ cases, stopSignal }) => {
    const { value: first } = await cases.subscribe(stopSignal).next();
    if (first === undefined) return;
    const { state: board } = first;
    await printRows(terminal, groupRows, chosen, () => board.groups);
    if (board.moreGroups > 0)
      reportLine(terminal, `watchfloor: ${board.moreGroups} more groups are open. See: watchfloor cases --open`);
  });
}

const groupRows: RowLayout<FailureGroup> = {
  fields: {
    key: ({ key }) => key,
    name: (group) => failureGroupName(group),
    consequence: ({ consequence }) => consequence,
    status: ({ status }) => status,
    open: ({ open }) => open,
    failedResources: ({ failedResources }) => failedResources,
    resources: ({ resources }) => resources,
    lastHour: ({ lastHour }) => lastHour,
    firstAt: ({ firstAt }) => isoTime(firstAt),
    lastAt: ({ lastAt }) => isoTime(lastAt),
    countries: ({ countries }) => countries,
    owners: ({ owners }) => owners.flatMap(({ owner }) => (owner === null ? [] : [authorWords(owner)])),
    muted: ({ mute }) => mute !== null,
    isStorm: ({ isStorm }) => isStorm,
    provider: ({ provider }) => provider,
  },
  columns: [
    { title: 'OPEN', width: 7, cell: ({ open }) => String(open) },
    { title: 'STATUS', width: 9, cell: ({ status }) => status },
    { title: 'LAST (UTC)', width: 25, cell: ({ lastAt }) => isoTime(lastAt) },
    { title: 'GROUP', width: 60, cell: (group) => failureGroupName(group) },
    { title: 'KEY', width: 0, cell: ({ key }) => key },
  ],
};
