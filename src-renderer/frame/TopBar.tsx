/** The signal and, beside it, the clocks that it stands on. The bar that is looked at all shift. */
import { isNotableOffset } from '../../src-shared/domain/clock-offset.ts';
import { Choice } from '../components/Choice.tsx';
import { Glyph, type GlyphShape } from '../components/Glyph.tsx';
import { type Signal, signalName, signalRemark } from '../signal.ts';
import { useAppearance, useSignal, useStores, useWatch } from '../stores/use-stores.ts';
import { visibleText } from '../text/visible-text.ts';
import { ageText, offsetText, stopwatchText, zoneText } from '../time/time-text.ts';
import styles from './TopBar.module.css';

const shapes: Record<Signal['kind'], GlyphShape> = {
  connecting: 'broken-ring',
  'wire-lost': 'broken-ring',
  'no-profile': 'ring',
  watching: 'dot',
  reconnecting: 'quarter',
  blind: 'hatched',
  'seat-taken': 'diamond',
  'sign-in-needed': 'triangle',
  stopped: 'square',
};

export function TopBar() {
  const zone = useAppearance((state) => state.zone);
  const { signal, now } = useSignal();
  const remark = signalRemark(signal, zone, now);
  return (
    <header className={styles['bar']}>
      <div className={styles['signal']} data-signal={signal.kind} data-testid="signal">
        <Glyph shape={shapes[signal.kind]} size={14} />
        <strong className={styles['name']}>{signalName(signal)}</strong>{' '}
        {remark !== '' && <span className={styles['remark']}>{remark}</span>}
      </div>
      {/* Changes of state are read aloud; the seconds that pass are not. */}
      <output className="visually-hidden">{signalName(signal)}</output>
      {signal.kind === 'watching' && <Clocks signal={signal} />}
      <div className={styles['end']}>
        <ProviderClock />
        <Domain />
        <ZoneSwitch now={now} />
      </div>
    </header>
  );
}

function Clocks({ signal }: { signal: Extract<Signal, { kind: 'watching' }> }) {
  const age = ageText(signal.heartbeatAgeMs);
  return (
    <div className={styles['clocks']}>
      <span title="Each session of the service lasts 30 minutes; Watchfloor then opens the next">
        session <span className={styles['figure']}>{stopwatchText(signal.sessionMs)}</span> / 30:00
      </span>
      <span className={styles['heartbeat']} data-late={signal.late}>
        {signal.late && <Glyph shape="half-triangle" />}
        {signal.heartbeatSeen ? `heartbeat ${age} ago` : `no heartbeat yet, ${age}`}
        {signal.late && ' · late'}
      </span>
    </div>
  );
}

function Domain() {
  const named = useWatch(({ shown }) => shown?.profile.domain ?? null);
  if (named === null) return null;
  const domain = visibleText(named);
  return (
    <span className={styles['domain']} title={`Domain ${domain}`}>
      {domain}
    </span>
  );
}

/** `product.md`, trap 9: said once, here; rows show both times as they are. */
function ProviderClock() {
  const offsetMs = useWatch(({ shown }) => shown?.providerClockOffsetMs ?? null);
  if (!isNotableOffset(offsetMs)) return null;
  return (
    <span
      className={styles['provider-clock']}
      title="By so much the times that the service gives differ from this computer's. Times of receipt are this computer's."
    >
      Provider clock differs by {offsetText(offsetMs)}
    </span>
  );
}

function ZoneSwitch({ now }: { now: number }) {
  const { appearance } = useStores();
  const zone = useAppearance((state) => state.zone);
  return (
    <Choice
      label="Time zone"
      options={[
        { value: 'utc', name: 'UTC', title: 'Times in UTC' },
        { value: 'local', name: 'Local', title: `Times in this computer's zone (${zoneText(now, 'local')})` },
      ]}
      value={zone}
      choose={(choice) => appearance.change({ zone: choice })}
    />
  );
}
