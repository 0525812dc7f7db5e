import { Glyph, type GlyphShape } from '../../components/Glyph.tsx';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useTeam } from '../../stores/use-stores.ts';
import { type DeskOnShift, desksOnShift, shiftWords } from '../../words/team-words.ts';
import styles from './WatchPanels.module.css';

const SHAPES: Readonly<Record<DeskOnShift['shift'], GlyphShape>> = { 'on-shift': 'dot', away: 'ring', gone: 'hatched' };

export function OnShiftPanel() {
  const status = useTeam(({ received }) => received?.status ?? null);
  if (status === null) return null;
  const desks = desksOnShift(status);
  if (desks.length === 0) return null;
  return (
    <TitledPanel title="Who is on shift">
      <ul className={styles['desks']}>
        {desks.map(({ member, name, isSelf, shift }) => (
          <li key={member}>
            <Glyph shape={SHAPES[shift]} />
            <Untrusted className="one-line" text={name} />
            <span className="quiet">
              {shiftWords[shift]}
              {isSelf && ', here'}
            </span>
          </li>
        ))}
      </ul>
    </TitledPanel>
  );
}
