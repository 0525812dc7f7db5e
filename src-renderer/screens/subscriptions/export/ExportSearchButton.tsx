import { Download } from 'lucide-react';
import type { RowsView, SearchSummary } from '../../../../src-shared/api/searches.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { useIsHidden } from '../../../rules/use-page-rules.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';

interface ExportSearchButtonProps {
  readonly search: SearchSummary;
  readonly view: RowsView;
  readonly columns: readonly string[];
  /** True for "Straight to a file": exports all rows and loads the missing ones first. */
  readonly awaitsAll?: boolean;
}

export function ExportSearchButton(props: ExportSearchButtonProps) {
  return useIsHidden('export-subscriptions') ? null : <Offered {...props} />;
}

function Offered({ search, view, columns, awaitsAll = false }: ExportSearchButtonProps) {
  const { exports } = useStores();
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const unavailable = isLost
    ? 'Watchfloor does not answer'
    : search.rows === 0 && !awaitsAll
      ? 'No rows to export'
      : null;
  const run = () => exports.show({ kind: 'new-search', search: search.id, view, columns, awaitsAll });
  useCommands([
    {
      id: 'searches.export',
      title: 'Export the subscriptions that are listed',
      group: 'Filter',
      keys: ['Shift+E'],
      icon: Download,
      unavailable,
      run,
    },
  ]);
  return (
    <Tooltip label={null} unavailable={unavailable} command="searches.export">
      <Button icon={Download} onClick={run}>
        {awaitsAll ? 'Straight to a file' : 'Export'}
      </Button>
    </Tooltip>
  );
}
