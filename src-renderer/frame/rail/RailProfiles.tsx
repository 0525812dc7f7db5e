import { ChevronsUpDown } from 'lucide-react';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { counted } from '../../../src-shared/words/store-words.ts';
import { OverflowMenu } from '../../components/overlay/OverflowMenu.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { Tooltip } from '../../components/overlay/Tooltip.tsx';
import { computeSignal } from '../../signal.ts';
import { useComputedFromWatch } from '../../stores/use-computed.ts';
import { useStores, useWatch } from '../../stores/use-stores.ts';
import type { WatchState } from '../../watch-state.ts';
import { visibleText } from '../../text/visible-text.ts';
import type { ClockReading } from '../../time/page-clock.ts';
import { badgeText } from './badge-text.ts';
import { PracticeMark } from '../../components/PracticeMark.tsx';
import styles from './Rail.module.css';
import { profileName } from '../../words/profile-words.ts';
import { signalHue, signalShape, signalWord } from '../../components/signal-shape.ts';
import { useProfileActions } from './use-profile-actions.ts';

export function RailProfiles({ collapsed }: { collapsed: boolean }) {
  const watches = useComputedFromWatch(({ received }) => received?.snapshot.watches.map(({ watch }) => watch) ?? []);
  if (watches.length === 0) return null;
  return (
    <>
      <ul className={styles['profiles']} aria-label="Watched profiles">
        {watches.map((watch) => (
          <li key={watch}>
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

function ProfileEntry({ watch, collapsed }: { watch: WatchId; collapsed: boolean }) {
  const stores = useStores();
  const shown = useWatch((state) => state.shown?.watch === watch);
  const entry = useComputedFromWatch((state, now) => entryOf(state, watch, now));
  if (entry === null) return null;
  const { profile, signal } = entry;
  const name = visibleText(profileName(profile));
  const unseen = signal.kind === 'wire-lost' ? 0 : entry.unseen;
  const alarms = counted(unseen, 'alarm');
  // Shown even while the stream works. For a watch that is not shown, this is the only place.
  const notStoring = entry.isStorageFailing && signal.kind === 'watching';
  const state = notStoring ? 'Not storing' : signal.kind === 'wire-lost' ? 'Not connected' : signalWord(signal);
  return (
    <Tooltip
      label={() =>
        `${name} · ${state} · ${unseen > 0 ? `${alarms} not acknowledged · ` : ''}${visibleText(profile.eventsUrl)}`
      }
      side="right"
    >
      <button
        type="button"
        className={styles['profile']}
        data-shown={shown}
        aria-pressed={shown}
        onClick={() => stores.watch.show(watch)}
      >
        <span className="centered fixed loud" data-hue={notStoring ? '--failed' : signalHue(signal)}>
          <Glyph shape={notStoring ? 'triangle' : signalShape(signal)} />
        </span>
        {collapsed ? (
          <>
            <span className={styles['badge']} data-practice={profile.practice} aria-hidden="true">
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
              {profile.practice && <PracticeMark />} <span>{state}</span>
            </span>
          </span>
        )}
        {unseen > 0 && (
          // The bar has the number of the shown watch.
          <span className={shown ? 'visually-hidden' : styles['unseen']}>
            <span aria-hidden="true">{unseen > 99 ? '99+' : unseen}</span>
            <span className="visually-hidden"> {alarms} not acknowledged</span>
          </span>
        )}
      </button>
    </Tooltip>
  );
}

/** The watch need not be the shown one. Null if it was closed. */
function entryOf(state: WatchState, id: WatchId, now: ClockReading) {
  const watch = state.received?.snapshot.watches.find((open) => open.watch === id);
  if (watch === undefined) return null;
  const { profile, alarms, storage } = watch;
  const signal = computeSignal({ ...state, shown: watch }, now);
  return { profile, signal, unseen: alarms.unseen, isStorageFailing: storage.kind === 'failing' };
}
