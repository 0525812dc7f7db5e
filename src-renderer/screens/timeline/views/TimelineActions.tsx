import { Download, Ellipsis, Star } from 'lucide-react';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { timelineAddress } from '../../../address/screen-addresses.ts';
import { useAddressPart } from '../../../address/use-address.ts';
import type { Command } from '../../../commands/command.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { OverflowMenu } from '../../../components/overlay/OverflowMenu.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { useIsHidden } from '../../../rules/use-page-rules.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';
import { PHONE, useMediaQuery } from '../../../theme/use-media-query.ts';
import styles from './TimelineActions.module.css';

export function TimelineActions({ filter }: { filter: Filter }) {
  const { views, exports } = useStores();
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const isNarrow = useMediaQuery(PHONE);
  const hasDetail = useAddressPart(timelineAddress, 'event') !== null;
  const isHidden = { 'save-views': useIsHidden('save-views'), 'export-events': useIsHidden('export-events') };
  const unavailable = isLost ? 'Watchfloor does not answer' : null;
  const actions = [
    {
      id: 'views.save',
      part: 'save-views' as const,
      name: 'Save view',
      title: 'Save the filter as a view',
      keys: ['S'],
      icon: Star,
      run: () => views.show({ kind: 'save', filter }),
    },
    {
      id: 'exports.new',
      part: 'export-events' as const,
      name: 'Export',
      title: 'Export the events that match',
      keys: ['Shift+E'],
      icon: Download,
      run: () => exports.show({ kind: 'new', filter }),
    },
  ].filter(({ part }) => !isHidden[part]);
  useCommands(
    actions.map(({ id, title, keys, icon, run }): Command => ({
      id,
      title,
      group: 'Filter',
      keys,
      icon,
      unavailable,
      run,
    })),
  );
  const buttons = actions.map(({ id, name, icon: Icon, run }) => (
    <Tooltip key={id} label={name} unavailable={unavailable} command={id}>
      <button type="button" className={styles['action']} aria-label={name} onClick={run}>
        <Icon size={16} aria-hidden="true" />
        <span className={styles['name']}>{name}</span>
      </button>
    </Tooltip>
  ));
  if (actions.length === 0) return null;
  return (
    <div className={`${styles['actions']} desk-only`}>
      {/* Next to an open event and on a phone, the buttons become a menu, so that the query keeps its width. */}
      {hasDetail || isNarrow ? (
        <OverflowMenu
          buttonLabel="Save or export"
          buttonClass={styles['action']}
          actions={actions.map((action) => ({ ...action, unavailable }))}
        >
          <Ellipsis size={16} aria-hidden="true" />
        </OverflowMenu>
      ) : (
        buttons
      )}
    </div>
  );
}
