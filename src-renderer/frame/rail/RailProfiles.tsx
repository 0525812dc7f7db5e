import { ChevronsUpDown } from 'lucide-react';
import type { WatchSnapshot } from '../../../src-shared/api/watch.ts';
import { counted } from '../../../src-shared/words/store-words.ts';
import { OverflowMenu } from '../../components/overlay/OverflowMenu.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { Tooltip } from '../../components/overlay/Tooltip.tsx';
import { computeSignal, type Signal } from '../../signal.ts';
import { useNow, useStores, useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { badgeText } from './badge-text.ts';
import { PracticeMark } from '../../components/PracticeMark.tsx';
import styles from './Rail.module.css';
import { profileName } from '../../words/profile-words.ts';
import { signalHue, signalShape, signalWord } from '../signal/signal-shape.ts';
import { useProfileActions } from './use-profile-actions.ts';

export function RailProfiles({ collapsed }: { collapsed: boolean }) {
  const watches = useWatch(({ received }) => received?.snapshot.watches ?? null);
  if (watches === null || watches.length === 0) return null;
  return (
    <>
      <ul className={styles['profiles']} aria-label="Watched profiles">
        {watches.map((watch) => (
          <li key={watch.watch}>
            <ProfileEntry watch={watch} collapsed={collapsed} />
          </li>
        ))}
      </ul>
      <OtherProfiles collapsed={collapsed} />
    </>
  );
}

function OtherProfiles({ collapsed }: { collapsed: boolean }) {
  const actions = useProfileActions();
  return (
    <OverflowMenu
      actions={actions}
      buttonClass={styles['others']}
      {...(collapsed ? { buttonLabel: 'Watch another profile' } : {})}
    >
      <ChevronsUpDown size={12} aria-hidden="true" />
      {!collapsed && <span>Watch another</span>}
    </OverflowMenu>
  );
}

function ProfileEntry({ watch, collapsed }: { watch: WatchSnapshot; collapsed: boolean }) {
  const stores = useStores();
  const shown = useWatch((state) => state.shown?.watch === watch.watch);
  const signal = useSignalOf(watch);
  const name = visibleText(profileName(watch.profile));
  const unseen = signal.kind === 'wire-lost' ? 0 : watch.alarms.unseen;
  const alarms = counted(unseen, 'alarm');
  // Shown even while the stream works. For a watch that is not shown, this is the only place.
  const notStoring = watch.storage.kind === 'failing' && signal.kind === 'watching';
  const state = notStoring ? 'Not storing' : signal.kind === 'wire-lost' ? 'Not connected' : signalWord(signal);
  return (
    <Tooltip
      label={() =>
        `${name} · ${state} · ${unseen > 0 ? `${alarms} not acknowledged · ` : ''}${visibleText(watch.profile.eventsUrl)}`
      }
      side="right"
    >
      <button
        type="button"
        className={styles['profile']}
        data-shown={shown}
        aria-pressed={shown}
        onClick={() => stores.watch.show(watch.watch)}
      >
        <span className="centered fixed loud" data-hue={notStoring ? '--failed' : signalHue(signal)}>
          <Glyph shape={notStoring ? 'triangle' : signalShape(signal)} />
        </span>
        {collapsed ? (
          <>
            <span className={styles['badge']} data-practice={watch.profile.practice} aria-hidden="true">
              {badgeText(name)}
            </span>
            <span className="visually-hidden">
              {name} {state}
            </span>
          </>
        ) : (
          <span className={styles['named']}>
            <span className={styles['profile-name']}>
              <bdi>{name}</bdi>
            </span>{' '}
            <span className={styles['state']}>
              {watch.profile.practice && <PracticeMark />} <span>{state}</span>
            </span>
          </span>
        )}
        {unseen > 0 && (
          <span className={styles['unseen']}>
            <span aria-hidden="true">{unseen > 99 ? '99+' : unseen}</span>
            <span className="visually-hidden"> {alarms} not acknowledged</span>
          </span>
        )}
      </button>
    </Tooltip>
  );
}

/** Computed every second, because the watch need not be the shown one. Use it only in leaf components. */
function useSignalOf(watch: WatchSnapshot): Signal {
  const { clock } = useStores();
  const state = useWatch((watchState) => watchState);
  useNow();
  return computeSignal({ ...state, shown: watch }, clock.read());
}
